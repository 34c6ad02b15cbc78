#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  func folder(of target: XcodeTarget) -> String {
    target.directory.string  // misuse
  }
#endif
