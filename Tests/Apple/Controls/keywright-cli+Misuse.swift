import Foundation

func parse(_ data: Data) -> Bool {
  let parser = XMLParser(data: data)
  parser.delegate = NSObject()  // misuse: no delegate
  return parser.parse()
}

func code(of error: any Error) -> Int {
  error.code  // misuse: of an NSError
}

#if canImport(FoundationXML)
  #error("a Mac has one Foundation")
#endif
