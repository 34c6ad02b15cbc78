/// The registry has the name of the module, which is `MyPlayer` in README.
typealias MyPlayerKeys = KeywrightReadmeTestsKeys
