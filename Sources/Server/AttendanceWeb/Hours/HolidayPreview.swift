import Attendance
import AttendanceStore
import Crypto
import Localization

/// What saving would change in a calendar.
struct HolidayPreview: Sendable {
    /// Such as `Added: 55, changed: 1, removed: 0.`
    let sentence: String
    let added, changed, removed: [String]
    let hasChanges: Bool
    /// Of the calendar and its changes: only what was shown is saved.
    let digest: String

    /// - Parameters:
    ///   - earlier: the number of days before the first year.
    ///   - year: the first year.
    init(_ changes: HolidayChanges, in calendar: String, earlier: Int, from year: Int64) {
        added = changes.added.map(\.localizedText)
        changed = changes.changed.map { change in
            localized(
                "holidays.change", ["old": change.old.localizedText, "new": change.new.nameAndPart.joined(separator: " · ")])
        }
        removed = changes.removed.map(\.localizedText)
        hasChanges = changes.count > 0
        var sentences = [
            hasChanges
                ? localized(
                    "holidays.wouldChange",
                    [
                        "added": "\(changes.added.count)", "changed": "\(changes.changed.count)",
                        "removed": "\(changes.removed.count)",
                    ]) : localized("holidays.nothing")
        ]
        if changes.unchanged > 0 { sentences.append(localized("holidays.unchanged", ["count": "\(changes.unchanged)"])) }
        if changes.kept > 0 { sentences.append(localized("holidays.kept", ["count": "\(changes.kept)"])) }
        if earlier > 0 { sentences.append(localized("holidays.earlier", ["count": "\(earlier)", "year": "\(year)"])) }
        sentence = sentences.localizedList("done.sentences")
        func line(_ day: HolidayCalendar.Day) -> String { "\(day.date) \(day.part) \(day.name ?? "")" }
        let lines =
            [calendar] + changes.added.map { "+ " + line($0) }
            + changes.changed.map { "~ " + line($0.old) + " > " + line($0.new) }
            + changes.removed.map { "- " + line($0) }
        digest = Array(SHA256.hash(data: Array(lines.joined(separator: "\n").utf8)).prefix(16)).hexadecimal
    }
}
