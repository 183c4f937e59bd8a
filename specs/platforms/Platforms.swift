/// The platform files that ship with the tool, compiled into the binary.
package struct ShippedPlatform: Sendable {
  /// What a spec writes after `use`.
  package let name: String
  /// The UTF-8 text of the platform file.
  package let text: [UInt8]
}

/// All shipped platforms, sorted by name.
package let shippedPlatforms: [ShippedPlatform] = [
  ShippedPlatform(name: "android", text: PackageResources.android_lc),
  ShippedPlatform(name: "ios", text: PackageResources.ios_lc),
  ShippedPlatform(name: "page", text: PackageResources.page_lc),
  ShippedPlatform(name: "watchos", text: PackageResources.watchos_lc),
]
