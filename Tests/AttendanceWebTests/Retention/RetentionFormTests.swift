@testable import AttendanceStore
@testable import AttendanceWeb

import Attendance
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Retention form` {
    /// The form with the defaults of a new office, as the page shows it.
    private func form(_ changes: [String: String] = [:]) -> [String: String] {
        ["time_months": "", "place_days": "90", "log_months": "24"].merging(changes) { $1 }
    }

    private func address(_ web: TestWeb) -> String { Address.ofOffice(web.office.office, Address.adminOfficeRetention) }

    private func stored(_ web: TestWeb) async throws -> Retention {
        try #require(try await web.office.store.retention.retentions().first { $0.office == web.office.office })
    }

    private func periods(_ web: TestWeb, _ timeMonths: Int64?, _ placeDays: Int64, _ logMonths: Int64) -> Retention {
        Retention(
            office: web.office.office, officeName: "Harbour Office", timeMonths: timeMonths, placeDays: placeDays,
            logMonths: logMonths)
    }

    @Test func `Longer periods of one office are set at once, and the configuration log names the administrator`() async throws
    {
        try await TestWeb.with { (web) async throws in
            let other = try await web.office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            try await web.office.store.retention.setRetention(of: web.office.office, timeMonths: 36, placeDays: nil)
            let list = try await web.send(.get, Address.adminRetention, as: "lea", headers: .page).text
            #expect(list.contains("<a href=\"/admin/retention/\(other)\">Other Office</a>"))
            let page = try await web.send(.get, address(web), as: "lea", headers: .page).text
            for (name, value) in [("time_months", "36"), ("place_days", "90"), ("log_months", "24")] {
                #expect(page.contains("name=\"\(name)\" value=\"\(value)\""), "\(name)")
            }
            let saved = try await web.sendForm(address(web), as: "lea", form(["place_days": "120", "log_months": "1200"]))
            #expect(saved.status == .seeOther && saved.headers[.location] == Address.adminRetention, "\(saved.text)")
            #expect(saved.headers.contains { $0.value.contains("desktap-done=changesSaved") })
            #expect(try await stored(web) == periods(web, nil, 120, 1200))
            let others = try await web.office.store.retention.retentions().first { $0.office == other }
            #expect(others?.placeDays == 90 && others?.logMonths == 24)
            let logged = try await web.office.store.audit.configurationChanges()
                .filter { $0.author != .command }
            let detail = """
                log_retention_months: 24 → 1200; place_retention_days: 90 → 120; time_retention_months: 36 → none
                """
            #expect(logged.map(\.change) == [ConfigurationChange(.office, .changed, "Harbour Office", detail)])
            #expect(logged.first?.author == .person(userName: "lea", displayName: "Lea Root"))
        }
    }

    @Test func `Shorter periods are set after a confirmation that shows the data they delete`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.services.recorder.record(
                try ["2026-07-31", "2026-08-01", "2026-11-02"].map { day in
                    let at = try #require(Instant(rfc3339: day + "T12:00:00+09:00"))
                    return TestOffice.submission("ada", .start, at: at, desk: "6F-A1")
                })
            // One about a person, one about all offices.
            try await web.office.execute(
                """
                insert into access_log (at, reader_id, person_id, period_from, period_to, purpose)
                    values ('2025-01-10 02:00Z', 3, 1, now(), now(), 'x'), ('2025-03-01 00:00Z', 3, null, now(), now(), 'x')
                """)
            var fields = form(["time_months": "3", "place_days": "19", "log_months": "12"])
            let asked = try await web.sendForm(address(web), as: "lea", fields)
            #expect(asked.status == .ok, "\(asked.text)")
            for text in [
                "Set shorter periods? <span class=\"office\">Harbour Office",
                "Hours before 1 Aug 2026, with desks, corrections",
                "Taps: 1.", "Desks and readers of taps before 1 Nov 2026. Taps: 2.", "Logs before 20 Nov 2025", "Entries: 2.",
                "This cannot be undone.", ">Set the periods and delete this data</button>",
                "name=\"edit\" value=\"yes\">Cancel</button>", "name=\"time_months\" value=\"3\"",
                "name=\"place_days\" value=\"19\"", "name=\"log_months\" value=\"12\"", "name=\"sure\" value=\"yes\"",
            ] {
                #expect(asked.text.contains(text), "\(text)")
            }
            #expect(try await stored(web) == periods(web, nil, 90, 24))
            let back = try await web.sendForm(address(web), as: "lea", fields.merging(["edit": "yes"]) { $1 }).text
            #expect(back.contains("name=\"place_days\" value=\"19\"") && !back.contains("This cannot be undone."))
            fields["sure"] = "yes"
            let saved = try await web.sendForm(address(web), as: "lea", fields)
            #expect(saved.status == .seeOther && saved.headers[.location] == Address.adminRetention, "\(saved.text)")
            #expect(try await stored(web) == periods(web, 3, 19, 12))
        }
    }

    @Test func `The confirmation names only shorter periods, and says if there is no data yet`() async throws {
        try await TestWeb.with { (web) async throws in
            let fields = form(["time_months": "36", "place_days": "91"])
            let asked = try await web.sendForm(address(web), as: "lea", fields).text
            #expect(asked.contains("Hours before 1 Nov 2023") && asked.contains("There is no such data now."))
            #expect(asked.contains(">Save</button>"))
            #expect(!asked.contains("Desks and readers of taps before") && !asked.contains("Logs before"))
        }
    }

    @Test func `Logs about all offices are kept for the longest period of any office`() async throws {
        try await TestWeb.with { (web) async throws in
            let other = try await web.office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            try await web.office.store.retention.setRetention(of: other, timeMonths: nil, placeDays: nil, logMonths: 23)
            try await web.office.execute(
                """
                insert into access_log (at, reader_id, person_id, period_from, period_to, purpose)
                    values ('2024-12-10 02:00Z', 3, null, now(), now(), 'x'), ('2025-03-01 00:00Z', 3, null, now(), now(), 'x')
                """)
            let asked = try await web.sendForm(address(web), as: "lea", form(["log_months": "12"])).text
            #expect(asked.contains("Logs before 20 Nov 2025") && asked.contains("Entries: 1."))
        }
    }

    @Test(
        arguments: [
            (["time_months": "0"], "time-problem", "Enter whole months from 1 to 1200. Leave the field blank for no limit."),
            (["time_months": "1201"], "time-problem", "Enter whole months from 1 to 1200. Leave"),
            (["time_months": "3.5", "place_days": "30"], "time-problem", "Enter whole months from 1 to 1200. Leave"),
            (["place_days": ""], "place-problem", "Enter whole days from 0 to 36500."),
            (["place_days": "-1"], "place-problem", "Enter whole days"),
            (["place_days": "36501"], "place-problem", "Enter whole days"),
            (["log_months": "0"], "log-problem", "Enter whole months from 1 to 1200.</p>"),
            (["log_months": "two", "sure": "yes"], "log-problem", "Enter whole months from 1 to 1200.</p>"),
        ] as [([String: String], String, String)])
    func `A wrong period is refused at its field, and the entered values are kept`(
        changes: [String: String], problem: String, sentence: String
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let answer = try await web.sendForm(address(web), as: "lea", form(changes))
            #expect(answer.status == .badRequest)
            #expect(answer.text.contains("id=\"\(problem)\">\(sentence)"), "\(answer.text)")
            #expect(answer.text.count(of: "aria-invalid") == 1)
            #expect(answer.text.contains("aria-invalid=\"true\" aria-describedby=\"\(problem)\""))
            for (name, value) in changes where name != "sure" {
                #expect(answer.text.contains("name=\"\(name)\" value=\"\(value)\""), "\(name)")
            }
            #expect(try await stored(web) == periods(web, nil, 90, 24))
        }
    }

    @Test func `HR cannot set periods, and an office that does not exist is not found`() async throws {
        try await TestWeb.with { (web) async throws in
            let fields = form(["place_days": "120", "sure": "yes"])
            #expect(try await web.sendForm(address(web), as: "cy", fields).status == .forbidden)
            #expect(try await web.sendForm("/admin/retention/99", as: "lea", fields).status == .notFound)
            #expect(try await web.send(.get, "/admin/retention/99", as: "lea").status == .notFound)
            #expect(try await web.send(.get, address(web), as: "cy").status == .forbidden)
            #expect(try await stored(web) == periods(web, nil, 90, 24))
        }
    }

    @Test func `The form and its confirmation are in Japanese, too`() async throws {
        try await TestWeb.with(language: .ja) { (web) async throws in
            let page = try await web.send(.get, address(web), as: "lea", headers: .page).text
            #expect(page.contains("勤務時間の保存（月末からの月数）") && page.contains("無期限"))
            let asked = try await web.sendForm(address(web), as: "lea", form(["time_months": "36"])).text
            #expect(asked.contains("期間を短くしますか？") && asked.contains("2023年11月1日より前の勤務時間"))
            let wrong = try await web.sendForm(address(web), as: "lea", form(["place_days": "x"])).text
            #expect(wrong.contains("0〜36500の整数で日数を入力してください。"))
        }
    }
}
