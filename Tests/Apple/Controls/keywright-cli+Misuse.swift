import Foundation

func code(of error: any Error) -> Int {
  error.code  // misuse: of an NSError
}
