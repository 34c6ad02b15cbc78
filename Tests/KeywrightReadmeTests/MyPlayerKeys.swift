/// The registry as it is called in the module of README.
typealias MyPlayerKeys = KeywrightReadmeTestsKeys
