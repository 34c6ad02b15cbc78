import Foundation
import Keywright
import KeywrightSchema

extension BrowseRow {
  /// The text of the value that is `count` steps after the present one, or before it; nil for a type without steps.
  func text(after count: Int) -> String? {
    if key.isSensitive { return nil }
    let text = state.text(reveal: true) ?? ""
    if let choice = key.choice(after: text, by: count) { return choice }
    switch state.value?.content {
    case .integer(let value): return next(value, count)
    case .real(let value): return next(value, count)
    default: return nil
    }
  }

  private func next(_ value: Int64, _ count: Int) -> String? {
    let (next, isOverflow) = value.addingReportingOverflow(Int64(count))
    return isOverflow ? nil : String(next)
  }

  /// The number `count` steps away. A step is a twentieth of the range; without one, it is 1.
  private func next(_ value: Double, _ count: Int) -> String? {
    guard value.isFinite else { return nil }
    let (lower, upper) = (key.model.range?.lower?.number, key.model.range?.upper?.number)
    guard let lower, let upper, upper > lower else { return rounded(value + Double(count)) }
    let step = (upper - lower) / 20
    let next = lower + ((value - lower) / step).rounded() * step + Double(count) * step
    return rounded(min(max(next, lower), upper))
  }

  /// The number without what binary fractions add to it.
  private func rounded(_ number: Double) -> String {
    "\(Double(String(format: "%.10g", number)) ?? number)"
  }
}

extension CatalogKey {
  /// The choice that completes a text, or the one after it.
  func choice(after text: String, by count: Int) -> String? {
    let choices = choices.map(\.text)
    if choices.isEmpty { return nil }
    if let place = choices.firstIndex(of: text) {
      return choices[(place + count + choices.count) % choices.count]
    }
    return choices.first { $0.lowercased().hasPrefix(text.lowercased()) } ?? choices.first
  }
}

extension Literal {
  /// The number, of one that has a place on a scale.
  fileprivate var number: Double? { Double(text) }
}
