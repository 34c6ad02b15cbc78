"""Copies of some of the package's targets with their tests, built apart and optimised."""

import os
import re
import subprocess

MANIFEST = """\
// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
let package = Package(
  name: "NAME",
  platforms: [.macOS(.v15)],
  targets: [
TARGETS
  ],
  swiftLanguageModes: [.v6]
)
"""

TARGETS = {
    "KeywrightStorage": """\
    .target(name: "KeywrightStorage", swiftSettings: strict),
    .target(
      name: "KeywrightTestSupport", dependencies: ["KeywrightStorage"], path: "Tests/Support",
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightStorageTests", dependencies: ["KeywrightStorage", "KeywrightTestSupport"],
      swiftSettings: strict),""",
    "Keywright": """\
    .target(name: "Keywright", dependencies: ["KeywrightStorage"], swiftSettings: strict),
    .testTarget(
      name: "KeywrightTests",
      dependencies: [
        "Keywright", "KeywrightStorage", "KeywrightTesting", "KeywrightTestSupport",
        "KeywrightUserDefaults",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightProcessTests",
      dependencies: [
        "Keywright", "KeywrightStorage", "KeywrightTesting", "KeywrightTestSupport",
        "KeywrightUserDefaults",
      ],
      swiftSettings: strict),
    .target(
      name: "KeywrightUserDefaults", dependencies: ["Keywright", "KeywrightStorage"],
      swiftSettings: strict),""",
    "KeywrightTesting": """\
    .target(name: "KeywrightTesting", dependencies: ["Keywright"], swiftSettings: strict),
    .testTarget(
      name: "KeywrightTestingTests",
      dependencies: ["Keywright", "KeywrightStorage", "KeywrightTesting", "KeywrightTestSupport"],
      swiftSettings: strict),""",
}

# Optimised, for the tests then run in a tenth of the time.
OPTIONS = ["-c", "release", "-Xswiftc", "-enable-testing"]


def manifest(name, targets):
    return MANIFEST.replace("NAME", name).replace(
        "TARGETS", "\n".join(TARGETS[target] for target in targets))


def environment(**settings):
    """The environment of a user who builds without this package's own flags; searches of tests are whole in it."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("KEYWRIGHT_")}
    return kept | {"KEYWRIGHT_WHOLE": "1"} | settings


def collect(folder, name, files):
    """Adds the Swift files below a folder, by their place below `name`."""
    # With the folder that a link shares with another target.
    for parent, _, children in os.walk(folder, followlinks=True):
        for child in children:
            if child.endswith(".swift"):
                path = os.path.join(parent, child)
                with open(path) as file:
                    files[os.path.join(name, os.path.relpath(path, folder))] = file.read()


def collect_storage(root, files):
    """Adds the storage with its tests, and the article that they compare a table with."""
    for part in ("Sources/KeywrightStorage", "Tests/KeywrightStorageTests", "Tests/Support"):
        collect(os.path.join(root, part), part, files)
    article = "Sources/Keywright/Keywright.docc/Recovery.md"
    with open(os.path.join(root, article)) as file:
        files[article] = file.read()


def write(copy, files):
    """Makes the copy hold these files; those that are the same stay untouched, for the build."""
    for top in ("Sources", "Tests"):
        for parent, _, children in os.walk(os.path.join(copy, top)):
            for child in children:
                path = os.path.join(parent, child)
                if os.path.relpath(path, copy) not in files:
                    os.unlink(path)
    for name, text in files.items():
        path = os.path.join(copy, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            with open(path) as file:
                if file.read() == text:
                    continue
        with open(path, "w") as file:
            file.write(text)


def build(copy):
    result = subprocess.run(
        ["swift", "build", "--build-tests", *OPTIONS, "--package-path", copy], env=environment(),
        capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError("the copy does not build:\n" + result.stdout[-4_000:])


def plain(text):
    """A text without the colours of a terminal."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def program(copy):
    """The program that holds a copy's tests."""
    return os.path.join(copy, ".build", "release", os.path.basename(copy) + "PackageTests.xctest")
