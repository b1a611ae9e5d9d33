import Attendance
import AttendanceStore
import Hours
import Localization

/// A fact that concerns all people, in the words of the log of changes.
struct CommonFactText {
    /// Such as `Work schedule`.
    let thing: String
    /// Of the schedule, the office or team, the calendar, the kind or the account.
    let name: String
    /// Such as `From 1 Apr 2026: 40:00 a week · Mon–Fri 8:00`; nil: the name says it.
    let detail: String?

    /// The types of facts that concern all people. Their names are part of a localization key.
    static let types: [FactType] = [.schedule, .terms, .holiday, .kind, .account]

    /// - Returns: nil for a fact about a person, and for a void.
    init?(_ content: Fact.Content, _ names: FactNames) {
        switch content {
        case .schedule(let schedule): (name, detail) = (schedule.name, Self.dated(content))
        case .terms(let terms):
            guard let scope = names.name(of: terms.scope) else { return nil }
            (name, detail) = (scope, Self.dated(content))
        case .holiday(let holiday):
            let day = HolidayCalendar.Day(date: holiday.date, name: holiday.name, part: holiday.part)
            (name, detail) = (holiday.calendar, day.localizedText)
        case .kind(let kind): (name, detail) = (kind.kind, localized("workingTime.from", ["from": kind.from.short]))
        case .account(let account): (name, detail) = (account.account, nil)
        case .employment, .grant, .absence, .adjustment, .confirm, .approve, .close, .void: return nil
        }
        thing = localized("changes.fact.\(content.type.rawValue)")
    }

    private static func dated(_ content: Fact.Content) -> String? {
        guard let from = content.firstDay, let text = FactHistory.words(content) else { return nil }
        return localized("workingTime.later", ["day": from.short, "value": text])
    }
}
