package import Attendance
import Postgres

/// Questions of managers and HR. They are stored also for a person who gets no messages; a server adds the messages.
extension ReminderStore {
    private static let questionedWithin = Duration.seconds(2 * 86_400)

    /// Asks people to add missing clock-outs. Days that lack none, for which the person has requested one, that were asked about
    /// within ``DayQuestion/pause`` or are before ``DayQuestion/earliestDay(at:)`` are left out, and people who have left. The caller
    /// checks the asker's permission.
    /// - Parameter days: the working days by person; the asker is none of them.
    /// - Returns: the number of days that are asked about now.
    package func ask(
        for days: [PersonID: Set<DailyRow.Key>], by asker: PersonID, now: Instant, zones: TimeZoneDatabase
    ) async throws -> Int {
        let earliest = DayQuestion.earliestDay(at: now)
        let days = days.mapValues { keys in keys.filter { $0.date >= earliest } }.filter { !$0.value.isEmpty }
        let dates = days.values.flatMap { keys in keys.map(\.date) }
        guard let first = dates.min(), let last = dates.max() else { return 0 }
        let missing = try await missingEnds(
            of: days.keys.sorted(), in: first...last, about: days, openFor: nil, now: now, zones: zones)
        // Several sessions of a day make one question.
        var found: [PersonID: Set<DailyRow.Key>] = [:]
        for end in missing { found[end.person, default: []].insert(Self.key(of: end.session)) }
        let asked = found.flatMap { person, keys in keys.map { (person: person, key: $0) } }
        return try await pool.query(
            "Reminders/ask",
            [
                "people": asked.map { $0.person }, "offices": asked.map { $0.key.office },
                "days": asked.map { $0.key.date.dayNumber }, "asker": asker,
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
            ["people": people, "first": period.lowerBound.dayNumber, "last": period.upperBound.dayNumber])
        for row in rows {
            let question = try DayQuestion(row)
            let person: PersonID = try row.get("person_id")
            questions[person, default: [:]][question.key] = question
        }
        return questions
    }

    /// Adds the messages about questions of the last 2 days, also in offices without reminders. Messages that exist stay as they are.
    /// None is added while a server of a release without questions runs.
    package func addQuestions(through channels: [ReminderChannel], now: Instant) async throws {
        try await pool.query(
            "Reminders/add_questions",
            [
                "asked_since": PostgresTimestamp(now - Self.questionedWithin), "now": PostgresTimestamp(now),
                "channels": channels.map(\.rawValue),
            ])
    }
}
