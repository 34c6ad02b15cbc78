/// The folder in which a task opens suites, where that is not the user's own: the folder of a test.
package enum SuitesOfTask {
  @TaskLocal package static var folder: String?

  /// Closes the files that this process has open below a folder, which is about to be removed.
  package static func close(below folder: String) {
    for place in OpenPlace.opened {
      if let file = place.openFile(within: .zero), file.path?.hasPrefix(folder + "/") ?? false {
        file.close()
      }
    }
  }
}
