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
    .library(name: "Keywright", targets: ["Keywright"]),
    .executable(name: "keywright-generate", targets: ["keywright-generate"]),
    .plugin(name: "KeywrightPlugin", targets: ["KeywrightPlugin"]),
  ],
  targets: [
    // The runtime: what a program links.
    .target(name: "Keywright", dependencies: ["KeywrightStorage"], swiftSettings: strict),
    .target(name: "KeywrightStorage", swiftSettings: strict),

    // The generator: what the plugins run. It shares no target with the runtime.
    .target(name: "KeywrightSchema", swiftSettings: strict),
    .target(name: "KeywrightCodegen", dependencies: ["KeywrightSchema"], swiftSettings: strict),
    .executableTarget(
      name: "keywright-generate", dependencies: ["KeywrightSchema", "KeywrightCodegen"],
      swiftSettings: strict),
    .plugin(
      name: "KeywrightPlugin", capability: .buildTool(), dependencies: ["keywright-generate"]),

    .testTarget(
      name: "KeywrightSchemaTests", dependencies: ["KeywrightSchema"], swiftSettings: strict),
    .testTarget(
      name: "KeywrightTests", dependencies: ["Keywright", "KeywrightStorage"],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightStorageTests", dependencies: ["KeywrightStorage"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
