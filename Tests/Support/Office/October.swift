import Attendance
import AttendanceStore

/// A past October. Three people with difficult names worked twenty days, from 09:00:00 to 18:00:30.
package enum October {
    package static let period = "from=2026-10-01&to=2026-10-31"
    private static let names = ["aoyama": "青山 愛子", "evil": "=HYPERLINK(\"http://x\")", "jg": "Jürgen Groß"]
    /// The people of the office without a tap.
    package static let others = ["ada", "bo", "cy", "lea"]
    package static let othersByName: Set = ["Ada Lindqvist", "Bo Nakamura", "Cy Okonkwo", "Lea Root"]

    /// Lends an office with these people.
    package static func withOffice<Value>(_ body: (TestOffice) async throws -> Value) async throws -> Value {
        try await TestOffice.with { office in
            try await addWork(to: office)
            return try await body(office)
        }
    }

    /// Adds the people and their taps to an office.
    package static func addWork(to office: TestOffice) async throws {
        let first = CivilDate(text: "2026-10-05")?.daysSince1970 ?? 0
        for (user, name) in names.sorted(by: { $0.key < $1.key }) {
            try await office.store.people.addPerson(
                userName: user, displayName: name, role: .employee, office: office.office)
            // 09:00 in Tokyo is midnight UTC.
            let taps = (0..<Int64(20)).flatMap { day in
                let nine = Instant(millisecondsSince1970: (first + day) * 86_400_000)
                return [
                    TestOffice.submission(user, .start, at: nine, desk: "6F-A1"),
                    TestOffice.submission(user, .end, at: nine + .seconds(9 * 3600 + 30)),
                ]
            }
            _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
        }
    }
}
