@testable import AttendanceStore

import Attendance
import TestOffice
import Testing

@Suite struct `Shipped holiday calendars` {
    private static let calendars = ShippedCalendars(folder: TestOffice.checkout + "/web/holidays")

    private func holiday(_ code: String, _ day: String) throws -> String? {
        let calendar = try #require(try Self.calendars.calendar(code))
        return try HolidayFile(calendar.bytes, from: 1900).days.first { $0.date.description == day }?.name
    }

    /// Days that the laws of these places set.
    @Test(arguments: [
        ("DE-BB", "2026-10-31", "Reformationstag"), ("DE-BE", "2026-10-31", nil),
        ("DE-BE", "2026-03-08", "Frauentag"),
        ("DE-SN", "2026-11-18", "Buß- und Bettag"), ("DE-BY", "2026-11-18", nil), ("DE-BY", "2026-06-04", "Fronleichnam"),
        ("DE-BY", "2026-04-03", "Karfreitag"), ("DE-TH", "2026-10-03", "Tag der Deutschen Einheit"),
        ("AT", "2026-10-26", "Nationalfeiertag"), ("CH-ZH", "2026-08-01", "Nationalfeiertag"),
        ("CH-TI", "2026-08-01", "Festa nazionale"), ("FR", "2026-07-14", "Fête nationale"), ("FR", "2026-04-03", nil),
        ("FR-57", "2026-04-03", "Vendredi saint"), ("GB-ENG", "2026-04-06", "Easter Monday"), ("GB-SCT", "2026-04-06", nil),
        ("JP", "2026-02-11", "建国記念の日"), ("JP", "2026-05-06", "振替休日"), ("NL", "2026-04-27", "Koningsdag"),
        ("SE", "2026-06-06", "Nationaldagen"), ("SE", "2026-01-11", nil), ("US", "2026-11-26", "Thanksgiving Day"),
    ])
    func `Known holidays are in the calendar, in the country's language`(code: String, day: String, name: String?) throws {
        #expect(try holiday(code, day) == name)
    }

    @Test func `Each calendar has a name, a source, and holidays in all of its years`() throws {
        let all = try Self.calendars.all()
        #expect(all.filter { $0.country == "DE" }.count == 16 && all.filter { $0.country == "CH" }.count == 26)
        #expect(Set(all.map(\.name)).count == all.count)
        for calendar in all {
            #expect(calendar.isForecast == (calendar.code == "JP"))
            let file = try HolidayFile(calendar.bytes, from: 1900)
            let years = Set(file.days.map(\.date.components.year))
            #expect(years.count >= 5 && years.contains(2026), "\(calendar.code)")
            #expect(file.days.allSatisfy { $0.part == nil } && file.name == calendar.name)
            #expect(calendar.bytes.count < 20_000)
        }
    }
}
