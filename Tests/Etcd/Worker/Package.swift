// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that the users of Keywright never see it.
let package = Package(
  name: "keywright-etcd-rigs",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "keywright", path: "../../..")],
  targets: [
    // A program that uses the store as a user's program does, on a machine of its own.
    .executableTarget(
      name: "keywright-etcd-worker",
      dependencies: [
        "KeywrightHistory", "KeywrightRig",
        .product(name: "Keywright", package: "keywright"),
        .product(name: "KeywrightEtcd", package: "keywright"),
        .product(name: "KeywrightTesting", package: "keywright"),
      ]),
    // Symbolic links to the targets of `Tests/Reliability/Victim`.
    .target(name: "KeywrightRig"),
    .target(
      name: "KeywrightHistory",
      dependencies: ["KeywrightRig", .product(name: "Keywright", package: "keywright")]),
  ],
  swiftLanguageModes: [.v6]
)
