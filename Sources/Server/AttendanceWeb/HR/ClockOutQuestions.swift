import Attendance
import AttendanceStore
import Localization

/// The listed days whose missing clock-out the viewer can ask the person for, and those for which a person was asked.
struct ClockOutQuestions: Sendable {
    private let viewer: Person
    private let members: Set<PersonID>?
    private let now: Instant
    private let questions: [PersonID: [DailyRow.Key: DayQuestion]]

    /// - Parameters:
    ///   - people: the people of the listed days.
    ///   - members: the people whom the viewer may ask; nil: by the viewer's role.
    init(
        of people: [PersonID], in period: ClosedRange<CivilDate>, by viewer: Person, members: Set<PersonID>? = nil,
        _ store: AttendanceStore, now: Instant
    ) async throws {
        (self.viewer, self.members, self.now) = (viewer, members, now)
        questions = try await store.reminders.questions(of: people, in: period)
    }

    /// nil: the clock-out of the row was not asked for.
    func question(_ row: AttendanceReport.FlaggedRow) -> DayQuestion? {
        row.row.flags.contains(.missingEnd) ? questions[row.person]?[row.row.key] : nil
    }

    /// Whether the viewer can ask for the clock-out of the row now.
    func canAsk(_ row: AttendanceReport.FlaggedRow) -> Bool {
        guard row.row.flags.contains(.missingEnd), row.row.key.date >= DayQuestion.earliestDay(at: now),
            row.person != viewer.id, mayAsk(row)
        else { return false }
        return question(row).map { $0.at <= now - DayQuestion.pause } ?? true
    }

    /// The days that the viewer can ask about.
    func days(of rows: [AttendanceReport.FlaggedRow]) -> [PersonID: Set<DailyRow.Key>] {
        Dictionary(grouping: rows.filter(canAsk), by: \.person).mapValues { Set($0.map(\.row.key)) }
    }

    private func mayAsk(_ row: AttendanceReport.FlaggedRow) -> Bool {
        if let members { return members.contains(row.person) }
        let reach = viewer.reach(.confirm)
        // A person who has left has no own office.
        return row.home.map { reach.all || reach.offices.contains($0) } ?? false
    }
}

/// The button that asks for all missing clock-outs of a list.
struct AskAll: Sendable {
    let askAllAction: String
    let askAllVerb: String

    /// nil: there are not several.
    init?(_ count: Int, _ address: String) {
        guard count > 1 else { return nil }
        askAllAction = address
        askAllVerb = localized("hr.askAll", ["count": "\(count)"])
    }
}

extension StatusMessage {
    /// - Parameter count: the number of clock-outs for which people were asked.
    static func asked(_ count: Int) -> StatusMessage { count > 0 ? .clockOutAsked : .nothingAsked }
}
