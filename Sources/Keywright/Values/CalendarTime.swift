/// A moment as people write it, for messages.
struct CalendarTime: CustomStringConvertible {
  private let seconds: Double

  /// Takes seconds since 2001-01-01T00:00:00Z.
  init(secondsSince2001 seconds: Double) {
    self.seconds = seconds
  }

  /// ISO 8601 in UTC to the second, or bare seconds outside of the years 1 to 9999.
  ///
  /// Years and days by Howard Hinnant's `civil_from_days`
  /// (https://howardhinnant.github.io/date_algorithms.html), for dates that Foundation's own
  /// formatting does not survive.
  var description: String {
    guard seconds >= -63_113_904_000, seconds < 252_423_993_600 else {
      return "\(seconds) seconds from 2001"
    }
    let whole = Int64(seconds.rounded(.down))
    // Days since 0000-03-01, where 2001-01-01 is 730,791; both are positive here.
    let sinceMarch = whole + 730_791 * 86_400
    let (days, time) = sinceMarch.quotientAndRemainder(dividingBy: 86_400)
    let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    let date = [padded(year, 4), padded(month < 10 ? month + 3 : month - 9), padded(day)]
    let clock = [padded(time / 3_600), padded(time / 60 % 60), padded(time % 60)]
    return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "Z"
  }

  private func padded(_ number: Int64, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
