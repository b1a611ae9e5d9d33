@testable import AttendanceStore

import Attendance
import Hours
import JSON
import Testing

/// The hours of person 1, from facts as JSON and work. Unless a fact says otherwise, the person is at office 1 since 2026 with eight
/// hours from Monday to Friday and the holidays of the calendar `de`.
struct GivenHours {
    static let schedule =
        #"{"type": "schedule", "name": "full", "from": "2020-01-01", "anchor": "2024-01-01", "days": [28800, 28800, 28800, 28800, 28800, 0, 0]}"#
    static let terms =
        #"{"type": "terms", "scope": "office", "of": "1", "from": "2020-01-01", "schedule": "full", "calendars": ["de"], "rules": ["de", "schedule"]}"#

    static func employment(from: String) -> String {
        #"{"type": "employment", "user": "1", "from": "\#(from)", "office": "1"}"#
    }

    let hours: PersonHours

    /// - Parameters:
    ///   - facts: in the order of recording. Their ids are their positions, from 1 on.
    ///   - work: seconds by date.
    ///   - through: the last day that counts.
    ///   - last: the last day to derive.
    init(
        _ facts: [String], work: [String: Int64] = [:], through: String, to last: String, from: String = "2026-01-01"
    ) throws {
        let texts = facts + [Self.schedule, Self.terms, Self.employment(from: from)]
        let all = try texts.enumerated().map { index, text in
            Fact(
                id: "\(index + 1)", seq: Int64(index + 1), content: try Fact.Content(reading: try JSONValue(parsing: text.utf8))
            )
        }
        let own = PersonFacts(all.filter { $0.user != nil || $0.content.type == .void })
        let common = CommonFacts(all.filter { $0.user == nil })
        let days = try work.map { DayWork(date: try #require(CivilDate(text: $0.key)), worked: $0.value) }
        let derived = PersonDays(
            of: own, common, work: days, through: try #require(CivilDate(text: through)),
            to: try #require(CivilDate(text: last)))
        hours = PersonHours(person: 1, facts: own, common: common, days: derived)
    }
}
