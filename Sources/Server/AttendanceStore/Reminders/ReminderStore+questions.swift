package import Attendance
import Postgres

/// A person was asked to add a missing clock-out.
package struct DayQuestion: Sendable, Equatable {
    /// The working day and the office.
    package let key: DailyRow.Key
    package let asker: PersonNames
    package let at: Instant

    /// A person can be asked for a clock-out again after this time.
    package static let pause = Duration.seconds(86_400)
}

/// Questions of managers and HR. They are stored also for a person who gets no messages; a server adds the messages.
extension ReminderStore {
    private static let questionedWithin = Duration.seconds(2 * 86_400)

    /// Asks people to add missing clock-outs. Days that lack none, for which the person has requested one, or that were asked about
    /// within ``DayQuestion/pause`` are left out, and people who have left. The caller checks the asker's permission.
    /// - Parameter days: the working days by person; the asker is none of them.
    /// - Returns: the number of days that are asked about now.
    package func ask(
        for days: [PersonID: Set<DailyRow.Key>], by asker: PersonID, now: Instant, zones: TimeZoneDatabase
    ) async throws -> Int {
        let dates = days.values.flatMap { keys in keys.map(\.date) }
        guard let first = dates.min(), let last = dates.max() else { return 0 }
        let missing = try await missingEnds(
            of: days.keys.sorted(), in: first...last, openFor: nil, now: now, zones: zones)
        // Several sessions of a day make one question.
        var found: [PersonID: Set<DailyRow.Key>] = [:]
        for end in missing {
            let key = DailyRow.Key(date: end.session.workingDay.date, office: end.session.office)
            if days[end.person, default: []].contains(key) { found[end.person, default: []].insert(key) }
        }
        let asked = found.flatMap { person, keys in keys.map { (person: person, key: $0) } }
        return try await pool.query(
            "Reminders/ask",
            [
                "people": asked.map { $0.person }, "offices": asked.map { $0.key.office },
                "days": asked.map { Int32(clamping: $0.key.date.daysSince1970) }, "asker": asker,
                "now": PostgresTimestamp(now), "asked_before": PostgresTimestamp(now - DayQuestion.pause),
            ]
        ).count
    }

    /// The latest question about each day of a period, by person and day.
    package func questions(
        of people: [PersonID], in period: ClosedRange<CivilDate>
    ) async throws -> [PersonID: [DailyRow.Key: DayQuestion]] {
        var questions: [PersonID: [DailyRow.Key: DayQuestion]] = [:]
        let rows = try await pool.query(
            "Reminders/questions",
            [
                "people": people, "first": Int32(clamping: period.lowerBound.daysSince1970),
                "last": Int32(clamping: period.upperBound.daysSince1970),
            ])
        for row in rows {
            let question = try DayQuestion(row)
            let person: PersonID = try row.get("person_id")
            questions[person, default: [:]][question.key] = question
        }
        return questions
    }

    /// Adds the messages about questions of the last 2 days, also in offices without reminders. Messages that exist stay as they are.
    package func addQuestions(through channels: [ReminderChannel], now: Instant) async throws {
        try await pool.query(
            "Reminders/add_questions",
            [
                "asked_since": PostgresTimestamp(now - Self.questionedWithin), "now": PostgresTimestamp(now),
                "channels": channels.map(\.rawValue),
            ])
    }
}

extension DayQuestion {
    /// Reads a row of `Reminders/questions`.
    init(_ row: PostgresRow) throws {
        key = DailyRow.Key(date: CivilDate(daysSince1970: try row.get("day")), office: try row.get("office_id"))
        asker = PersonNames(userName: try row.get("asker_user"), displayName: try row.get("asker_name"))
        at = try row.instant("asked_at")
    }
}
