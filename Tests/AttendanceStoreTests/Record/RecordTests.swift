import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Record of a period` {
    private let noon = TestOffice.noon

    private func date(_ year: Int64, _ month: Int64, _ day: Int64) throws -> CivilDate {
        try #require(CivilDate(year: year, month: month, day: day))
    }

    @Test func `A record has the daily rows, sessions, flags and history of its period`() async throws {
        try await TestOffice.with { office in
            let end = UUID()
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission("ada", .start, at: noon - .seconds(3 * 3600), desk: "6F-A1"),
                    TestOffice.submission("ada", .pause, at: noon),
                    TestOffice.submission("ada", .start, at: noon + .seconds(3600), desk: "7F-A1"),
                    TestOffice.submission("ada", .end, at: noon + .seconds(6 * 3600), id: end),
                ])
            }
            let why = Justification(author: "bo", reason: "She stayed on")
            let change = Correction.Change.amend(Amendment(at: noon + .seconds(7 * 3600)))
            _ = try await office.store.corrections.correct([
                CorrectionSubmission(
                    .correction(Correction(id: UUID(), target: end, change: change, justification: why)),
                    receivedAt: noon + .seconds(86_400))
            ])
            let day = try date(2026, 11, 20)
            let ada = try await office.store.people.person(userName: "ada")
            let record = try #require(
                try await office.store.record.record(
                    of: ada.id, in: day...day, asOf: noon + .seconds(2 * 86_400), zones: try .system()))
            #expect(record.userName == "ada" && record.displayName == "Ada Lindqvist")
            let row = try #require(record.rows.first)
            #expect(record.rows.count == 1 && record.sessions.count == 1)
            #expect(row.workedSeconds == 9 * 3600 && row.pauseSeconds == 3600 && row.flags == [.corrected])
            let history = try await office.store.record.history(of: ada.id, in: day...day, zones: .system())
            #expect(history.map(\.event.kind) == [.start, .pause, .start, .end])
            let last = try #require(history.last)
            #expect(last.event.status == .effective && last.event.isCorrected && last.event.originalAt < last.event.at)
            #expect(last.corrections.map(\.correction.change) == [change])
            #expect(last.corrections.map(\.correction.justification) == [why])
            let next = CivilDate(daysSince1970: day.daysSince1970 + 1)
            let nothing = try await office.store.record.record(of: ada.id, in: next...next, asOf: noon, zones: try .system())
            #expect(nothing?.rows.isEmpty == true)
            #expect(try await office.store.record.record(of: 999, in: next...next, asOf: noon, zones: try .system()) == nil)
        }
    }

    /// Twelve weeks with few ends, and corrections that move taps to other days. Each week's record must be the
    /// matching part of the record of all weeks.
    @Test(arguments: [UInt64](1...3), [AttendancePolicy.Attribution.sessionStart, .split])
    func `A record of a period equals that part of the record of the whole log`(
        seed: UInt64, attribution: AttendancePolicy.Attribution
    ) async throws {
        try await TestOffice.with { office in
            let longest = seed == 3 ? "null" : "57600"
            try await office.execute(
                """
                update office_settings set day_boundary = '05:00', attribution = '\(attribution.rawValue)',
                       max_session_s = \(longest), max_age_s = null
                """)
            let weeks: Int64 = 12
            var stream = RandomStream(seed: seed, span: weeks * 7 * 86_400)
            let taps = (0..<200).map { _ in stream.tap() }
            for start in stride(from: 0, to: 200, by: 50) {
                _ = try await TapRecorder.recordAlone(
                    Array(taps[start..<start + 50]), pool: office.pool)
            }
            _ = try await office.store.corrections.correct((0..<60).map { _ in stream.correction() })

            let zones = try TimeZoneDatabase.system()
            var calendars = try await office.store.officeSettings.calendars(zones)
            let asOf = noon + .seconds(3600)
            var wholes: [String: PersonRecord] = [:]
            for (user, events) in try await StoredLog.events(in: office) {
                wholes[user] = PersonRecord(of: events, in: &calendars, asOf: asOf)
            }
            #expect(wholes.values.reduce(0) { $0 + $1.rows.count } > 40)
            let last = try date(2026, 11, 20)
            for week in 0...weeks {
                let end = CivilDate(daysSince1970: last.daysSince1970 - week * 7)
                let period = CivilDate(daysSince1970: end.daysSince1970 - 6)...end
                var users: [String] = []
                try await office.store.record.withRecords(in: period, asOf: asOf, zones: zones) { record in
                    users.append(record.userName)
                    let whole = wholes[record.userName]
                    #expect(record.rows == whole?.rows.filter { period.contains($0.key.date) } ?? [], "seed \(seed)")
                    #expect(
                        record.sessions == whole?.sessions.filter { period.contains($0.workingDay.date) } ?? [],
                        "seed \(seed)")
                }
                #expect(users == ["ada", "bo", "cy", "dai", "lea"])
            }
        }
    }

    /// A start every ten hours and no end. Each session closes after sixteen hours, so every second tap begins a session,
    /// counted from the very first tap.
    @Test(arguments: [57_600, nil] as [Int64?])
    func `A record of a period is derived from a tap before which the person was off`(longest: Int64?) async throws {
        try await TestOffice.with { office in
            try await office.execute(
                "update office_settings set max_session_s = \(longest.map(String.init) ?? "null"), max_age_s = null")
            let (count, zones) = (Int64(100), try TimeZoneDatabase.system())
            let taps = (0..<count).map { number in
                TestOffice.submission("ada", .start, at: noon + .seconds((number - count) * 36_000), desk: "6F-A1")
            }
            _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
            let events = try #require(try await StoredLog.events(in: office)["ada"])
            var calendars = try await office.store.officeSettings.calendars(zones)
            let whole = PersonRecord(of: events, in: &calendars, asOf: noon)
            #expect(whole.rows.count > (longest == nil ? 0 : 30))
            for days: Int64 in 0..<20 {
                let day = CivilDate(daysSince1970: try date(2026, 11, 20).daysSince1970 - days)
                let record = try await office.store.record.record(of: 1, in: day...day, asOf: noon, zones: zones)
                #expect(record?.rows == whole.rows.filter { $0.key.date == day }, "\(day)")
                #expect(record?.sessions == whole.sessions.filter { $0.workingDay.date == day }, "\(day)")
            }
        }
    }

    /// The working day begins at 5:00, between an end and the taps that repeat it.
    @Test func `A record of a period knows an end before it that its first taps repeat`() async throws {
        try await TestOffice.with { office in
            try await office.execute("update office_settings set day_boundary = '05:00'")
            let (zones, five) = (try TimeZoneDatabase.system(), noon - .seconds(7 * 3600))
            func tap(_ kind: TapKind, _ seconds: Int64) -> TapSubmission {
                TestOffice.submission("ada", kind, at: five + .seconds(seconds), desk: kind == .start ? "6F-A1" : nil)
            }
            let taps = [tap(.start, -28_800), tap(.end, -2), tap(.end, 20), tap(.pause, 290), tap(.end, 299)]
            _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
            let today = try date(2026, 11, 20)
            let yesterday = today.adding(days: -1)
            func days(_ day: CivilDate) async throws -> [RecordDay] {
                try await office.store.record.days(of: 1, in: day...day, asOf: noon, zones: zones)
            }
            // The last one is five minutes and a second after the end.
            let rows = try await office.store.record.record(of: 1, in: today...today, asOf: noon, zones: zones)?.rows
            #expect(rows?.map(\.flags) == [.endWithoutStart])
            #expect(try await days(today).flatMap(\.events).map(\.event.kind) == [.end])
            let day = try #require(try await days(yesterday).first)
            #expect(day.row.flags.isEmpty && day.events.map(\.event.kind) == [.start, .end, .end, .pause])
            #expect(day.sessions.first?.notes.map(\.code) == [.repeatEnd, .pauseAfterEnd])
        }
    }

    @Test func `An alias of a time zone is stored by its present name, also in a change`() async throws {
        try await TestOffice.with { office in
            let stores = office.store
            let hill = try await stores.offices.addOffice(name: "Hill", timeZone: "Japan")
            #expect(try await stores.officeSettings.settings(of: hill).map(\.timeZone) == ["Asia/Tokyo"])
            var change = OfficeSettingsChange()
            change.timeZone = "Asia/Calcutta"
            try await stores.officeSettings.change(
                change, of: hill, from: try date(2026, 12, 1), by: nil, now: noon, zones: try .system())
            #expect(try await stores.officeSettings.settings(of: hill).map(\.timeZone) == ["Asia/Tokyo", "Asia/Kolkata"])
        }
    }

    @Test func `An unknown time zone of an office is an error`() async throws {
        try await TestOffice.with { office in
            await #expect(throws: StoreError.badTimeZone(.unknownZone("Asia/Nowhere"))) {
                _ = try await office.store.offices.addOffice(name: "Nowhere", timeZone: "Asia/Nowhere")
            }
            try await office.execute("update office_settings set time_zone = 'Asia/Nowhere'")
            let day = try date(2026, 11, 20)
            await #expect(throws: StoreError.badTimeZone(.unknownZone("Asia/Nowhere"))) {
                _ = try await office.store.record.record(of: 1, in: day...day, asOf: noon, zones: try .system())
            }
        }
    }
}
