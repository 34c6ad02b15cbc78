// swift-tools-version: 6.1

import PackageDescription

var strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
// For `.ci/run`. Not for users: a package that others depend on may not have unsafe flags.
if Context.environment["KEYWRIGHT_WARNINGS_AS_ERRORS"] == "1" {
  strict.append(.unsafeFlags(["-warnings-as-errors"]))
}

// Apple's upload checks expect a library to bring the reasons for its calls. On Linux a resource would
// make SwiftPM link the whole of Foundation.
#if canImport(Darwin)
  let (privacy, excluded): ([Resource], [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let (privacy, excluded): ([Resource], [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

let package = Package(
  name: "keywright",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Keywright", targets: ["Keywright"]),
    .library(name: "KeywrightTesting", targets: ["KeywrightTesting"]),
    .library(name: "KeywrightEtcd", targets: ["KeywrightEtcd"]),
    .library(name: "KeywrightSecrets", targets: ["KeywrightSecrets"]),
    .library(name: "KeywrightUserDefaults", targets: ["KeywrightUserDefaults"]),
    .executable(name: "keywright-generate", targets: ["keywright-generate"]),
    .executable(name: "keywright-cli", targets: ["keywright-cli"]),
    .plugin(name: "KeywrightPlugin", targets: ["KeywrightPlugin"]),
    .plugin(name: "KeywrightGenerateSources", targets: ["KeywrightGenerateSources"]),
    .plugin(name: "KeywrightCommand", targets: ["KeywrightCommand"]),
    .plugin(name: "KeywrightReadOnly", targets: ["KeywrightReadOnly"]),
  ],
  targets: [
    // The runtime: what a program links.
    .target(
      name: "Keywright", dependencies: ["KeywrightStorage"], exclude: excluded, resources: privacy,
      swiftSettings: strict),
    .target(
      name: "KeywrightStorage", exclude: excluded, resources: privacy, swiftSettings: strict),

    // A store on etcd; on Linux it has a connection of its own, and loads libssl when TLS is used.
    .target(
      name: "KeywrightEtcd", dependencies: ["Keywright", "KeywrightStorage"],
      exclude: excluded, resources: privacy, swiftSettings: strict),

    // Secrets in the system's store of them; on Linux it loads libdbus when the first secret is used.
    .target(
      name: "KeywrightSecrets", dependencies: ["Keywright", "KeywrightStorage"],
      exclude: excluded, resources: privacy, swiftSettings: strict),

    // A store over Foundation's UserDefaults; links full Foundation, which nothing above does.
    .target(
      name: "KeywrightUserDefaults", dependencies: ["Keywright", "KeywrightStorage"],
      exclude: excluded, resources: privacy, swiftSettings: strict),

    // The conformance suite of stores, and test doubles.
    .target(
      name: "KeywrightTesting", dependencies: ["Keywright", "KeywrightStorage"],
      exclude: excluded, resources: privacy, swiftSettings: strict),

    // The generator, which the plugins run. It shares no target with the runtime.
    .target(name: "KeywrightSchema", swiftSettings: strict),
    .target(name: "KeywrightCodegen", dependencies: ["KeywrightSchema"], swiftSettings: strict),
    .executableTarget(
      name: "keywright-generate", dependencies: ["KeywrightSchema", "KeywrightCodegen"],
      swiftSettings: strict),
    .plugin(
      name: "KeywrightPlugin", capability: .buildTool(), dependencies: ["keywright-generate"]),
    .plugin(
      name: "KeywrightGenerateSources",
      capability: .command(
        intent: .custom(
          verb: "keywright-generate-sources",
          description: "Writes the Swift of a target's schemas into the target's folder."),
        permissions: [
          .writeToPackageDirectory(
            reason: "It writes the Swift files that you commit into the folders of your targets.")
        ]),
      dependencies: ["keywright-generate"]),

    // What becomes of stored data when schemas change: locks, revisions, reports, fixtures.
    .target(
      name: "KeywrightEvolution", dependencies: ["KeywrightSchema"], swiftSettings: strict),

    // Arguments, help and failures of the tools for a terminal, with the verbs that need schemas alone. Not in
    // KeywrightEvolution, since comparing schemas asks for no command line.
    .target(
      name: "KeywrightVerbs", dependencies: ["KeywrightEvolution", "KeywrightSchema"],
      swiftSettings: strict),

    // Those verbs for those who have the package alone. The tool is built when a verb first runs, and
    // of what it needs the build-tool plugin has compiled the most.
    .executableTarget(
      name: "keywright-lock", dependencies: ["KeywrightVerbs"], swiftSettings: strict),
    .plugin(
      name: "KeywrightCommand",
      capability: .command(
        intent: .custom(
          verb: "keywright",
          description: "Records what released programs store, and compares schemas with it."),
        permissions: [
          .writeToPackageDirectory(
            reason:
              "`lock` writes keys.lock.json, which you commit. `check`, `diff` and `--help` write nothing: "
              + "`swift package keywright-readonly` has them without this permission.")
        ]),
      dependencies: ["keywright-lock"]),
    .plugin(
      name: "KeywrightReadOnly",
      capability: .command(
        intent: .custom(
          verb: "keywright-readonly",
          description: "Checks and compares schemas, and writes nothing.")),
      dependencies: ["keywright-lock"]),

    // The schemas of other systems, for the command.
    .target(
      name: "KeywrightImport", dependencies: ["KeywrightStorage", "KeywrightSchema"],
      swiftSettings: strict),

    // What an editor asks while a person writes schemas, for the command.
    .target(
      name: "KeywrightLanguageServer",
      dependencies: ["KeywrightEvolution", "KeywrightImport", "KeywrightSchema", "KeywrightVerbs"],
      swiftSettings: strict),

    // The command, which people install as `keywright`. Nothing depends on it, so that it may
    // depend on both sides.
    .executableTarget(
      name: "keywright-cli",
      dependencies: [
        "Keywright", "KeywrightEtcd", "KeywrightSecrets", "KeywrightStorage", "KeywrightSchema",
        "KeywrightEvolution", "KeywrightVerbs", "KeywrightImport", "KeywrightLanguageServer",
      ],
      swiftSettings: strict),

    // The example.
    .executableTarget(
      name: "keywright-tour", dependencies: ["Keywright"], swiftSettings: strict,
      plugins: ["KeywrightPlugin"]),

    // A second example: a timer for the terminal, with tests.
    .executableTarget(
      name: "keywright-pomodoro", dependencies: ["Keywright"], swiftSettings: strict,
      plugins: ["KeywrightPlugin"]),

    // The measurements.
    .executableTarget(
      name: "keywright-benchmarks", dependencies: ["Keywright", "KeywrightStorage"],
      swiftSettings: strict,
      plugins: ["KeywrightPlugin"]),

    // Helpers of several test targets.
    .target(
      name: "KeywrightTestSupport", dependencies: ["KeywrightStorage"], path: "Tests/Support",
      swiftSettings: strict),

    .testTarget(
      name: "KeywrightReadmeTests",
      dependencies: ["Keywright", "KeywrightSchema", "KeywrightCodegen"],
      exclude: ["Manifest.txt"], swiftSettings: strict, plugins: ["KeywrightPlugin"]),
    .testTarget(
      name: "KeywrightSchemaTests", dependencies: ["KeywrightSchema", "KeywrightTestSupport"],
      exclude: ["Samples", "requirements.txt", "validate.py"],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightCommandTests",
      dependencies: [
        "keywright-cli", "keywright-lock", "KeywrightEvolution", "KeywrightImport",
        "KeywrightLanguageServer", "KeywrightSchema", "KeywrightStorage", "KeywrightTestSupport",
        "KeywrightVerbs",
      ],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "KeywrightPomodoroTests",
      dependencies: ["Keywright", "KeywrightTestSupport", "keywright-pomodoro"],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightPackageTests",
      dependencies: ["KeywrightImport", "KeywrightTestSupport", "keywright-cli"],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightCodegenTests",
      dependencies: ["Keywright", "KeywrightCodegen", "KeywrightSchema", "KeywrightTestSupport"],
      exclude: ["Golden", "Released"], swiftSettings: strict, plugins: ["KeywrightPlugin"]),
    .testTarget(
      name: "KeywrightTests",
      dependencies: [
        "Keywright", "KeywrightStorage", "KeywrightTesting", "KeywrightTestSupport",
        "KeywrightUserDefaults",
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
    // What needs processes of its own, other programs, or rights of this machine.
    .testTarget(
      name: "KeywrightProcessTests",
      dependencies: [
        "Keywright", "KeywrightSecrets", "KeywrightStorage", "KeywrightTesting",
        "KeywrightTestSupport", "KeywrightUserDefaults", "KeywrightVerbs", "keywright-cli",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightTestingTests",
      dependencies: [
        "Keywright", "KeywrightSchema", "KeywrightStorage", "KeywrightTesting",
        "KeywrightTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightEtcdTests",
      dependencies: [
        "Keywright", "KeywrightEtcd", "KeywrightStorage", "KeywrightTesting",
        "KeywrightTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightSecretsTests",
      dependencies: [
        "Keywright", "KeywrightSecrets", "KeywrightStorage", "KeywrightTesting",
        "KeywrightTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightUserDefaultsTests",
      dependencies: ["Keywright", "KeywrightStorage", "KeywrightTesting", "KeywrightUserDefaults"],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightStorageTests", dependencies: ["KeywrightStorage", "KeywrightTestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// For `.ci/run`, which tests the runtime once more as optimised code: without what only the generator and the
// command need, and with tests that are not optimised themselves. Their optimisation takes most of the time.
if Context.environment["KEYWRIGHT_RUNTIME_ALONE"] == "1" {
  let kept = [
    "Keywright", "KeywrightStorage", "KeywrightUserDefaults", "KeywrightTesting",
    "KeywrightTestSupport", "KeywrightTests", "KeywrightStorageTests", "KeywrightProcessTests",
  ]
  if let processes = package.targets.first(where: { $0.name == "KeywrightProcessTests" }) {
    processes.dependencies = [
      "Keywright", "KeywrightStorage", "KeywrightTesting", "KeywrightTestSupport",
      "KeywrightUserDefaults",
    ]
    processes.exclude = ["Command", "Secrets"]
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !kept.contains($0.name) }
  for target in package.targets where target.isTest {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
  }
}
