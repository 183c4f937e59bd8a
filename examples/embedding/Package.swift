// swift-tools-version: 6.0
import PackageDescription

// A program of its own that uses lifecheck as a library, as one outside of this repository would.
let package = Package(
  name: "SpecGate",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "lifecheck", path: "../..")],
  targets: [
    .executableTarget(name: "SpecGate", dependencies: [.product(name: "Lifecheck", package: "lifecheck")])
  ],
  swiftLanguageModes: [.v6]
)
