// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that the users of Keywright never see these targets.
let package = Package(
  name: "keywright-reliability",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "keywright", path: "../../..")],
  targets: [
    // A program that uses the stores as a user's program does, to be killed, starved and raced.
    .executableTarget(
      name: "keywright-victim",
      dependencies: [
        "KeywrightHistory", "KeywrightRig", .product(name: "Keywright", package: "keywright"),
      ]),
    // A short program of README's form.
    .executableTarget(
      name: "keywright-short",
      dependencies: ["KeywrightRig", .product(name: "Keywright", package: "keywright")]),
    // Threads that share a suite of Foundation's: on its own, since all of Foundation comes with it.
    .executableTarget(
      name: "keywright-suites",
      dependencies: [
        "KeywrightRig", .product(name: "Keywright", package: "keywright"),
        .product(name: "KeywrightUserDefaults", package: "keywright"),
      ]),
    // Random numbers, threads and output, which both programs use.
    .target(name: "KeywrightRig"),
    // A row of operations on any store, which the rigs of etcd run too.
    .target(
      name: "KeywrightHistory",
      dependencies: ["KeywrightRig", .product(name: "Keywright", package: "keywright")]),
    // The control of the rig of hostile property lists: Foundation reads them.
    .executableTarget(name: "keywright-foundation-control"),
  ],
  swiftLanguageModes: [.v6]
)
