/// A day of the proleptic Gregorian calendar, by Howard Hinnant's "chrono-Compatible Low-Level Date
/// Algorithms" (https://howardhinnant.github.io/date_algorithms.html): eras of 400 years that begin on the
/// first of March.
///
/// One source in three targets: schemas, texts at run time and property lists have the same days.
struct CalendarDay {
  let year: Int
  let month: Int
  let day: Int

  /// Nil if the calendar has no such day.
  init?(year: Int, month: Int, day: Int) {
    guard 1...12 ~= month, 1...Self.days(in: month, of: year) ~= day else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day that begins a number of days after 2001-01-01.
  init(daysSince2001: Int) {
    let days = daysSince2001 + Self.daysTo2001
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * month + 2) / 5 + 1
    self.month = month < 10 ? month + 3 : month - 9
    year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
  }

  /// The days from 2001-01-01 to this one.
  var daysSince2001: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - Self.daysTo2001
  }

  /// The days from 0000-03-01 to 2001-01-01.
  private static let daysTo2001 = 730_791

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
