#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import KeywrightStorage

extension TimeSource {
  var today: Date { Date(timeIntervalSince1970: Double(date()) / 1e9) }

  /// A part of a time between two bounds, drawn at random.
  func spread(_ duration: Duration, over parts: ClosedRange<Double>) -> Duration {
    duration * (parts.lowerBound + chance() * (parts.upperBound - parts.lowerBound))
  }

  /// One of some positions, drawn at random.
  func position(below count: Int) -> Int { min(count - 1, Int(chance() * Double(count))) }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
