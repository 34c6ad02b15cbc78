import Foundation

func load(_ session: URLSession, _ url: URL) -> URLSessionDataTask {
  session.dataTask(with: url)  // misuse: a request here
}

func status(of response: URLResponse) -> Int {
  response.statusCode  // misuse: of an HTTPURLResponse
}

func wait(_ condition: NSCondition) -> Bool {
  condition.wait(until: 1.5)  // misuse: a Date
}

#if canImport(FoundationNetworking)
  #error("a Mac has one Foundation")
#endif
