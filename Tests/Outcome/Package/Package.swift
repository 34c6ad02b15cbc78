// swift-tools-version: 6.1
import PackageDescription

let package = Package(name: "outcome", targets: [.testTarget(name: "OutcomeTests")])
