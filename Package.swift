// swift-tools-version: 6.1

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "keywright",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Keywright", targets: ["Keywright"])
  ],
  targets: [
    // The runtime: what a program links.
    .target(name: "Keywright", dependencies: ["KeywrightStorage"], swiftSettings: strict),
    .target(name: "KeywrightStorage", swiftSettings: strict),

    .testTarget(
      name: "KeywrightTests", dependencies: ["Keywright", "KeywrightStorage"],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightStorageTests", dependencies: ["KeywrightStorage"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
