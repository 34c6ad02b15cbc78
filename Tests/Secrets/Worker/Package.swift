// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that the users of Keywright never see it.
let package = Package(
  name: "keywright-secrets-rig",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "keywright", path: "../../..")],
  targets: [
    // A program that uses the store as a user's program does.
    .executableTarget(
      name: "keywright-secrets-worker",
      dependencies: [
        .product(name: "Keywright", package: "keywright"),
        .product(name: "KeywrightSecrets", package: "keywright"),
        .product(name: "KeywrightTesting", package: "keywright"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
