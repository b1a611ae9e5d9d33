@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import Hours
import HummingbirdTesting
import JSON
import TestOffice
import TestServers
import Testing

/// The clock says noon of Friday 20 November 2026.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Pages of working time` {
    /// The first form with its defaults, as the page shows it.
    private static func setUp(_ changes: [String: String] = [:]) -> [String: String] {
        let days = (1...5).map { ("day-\($0)", "yes") }
        let fields = [
            "name": "Full time", "hours": "40:00", "from": "2026-11-01", "rules": "", "rules_schedule": "yes",
        ].merging(days) { $1 }
        return fields.merging(changes) { $1 }
    }

    /// Sets up working time, and returns the facts.
    @discardableResult
    private func setUp(_ web: TestWeb, _ changes: [String: String] = [:]) async throws -> [Fact] {
        let done = try await web.sendForm(Address.workingTime, as: "lea", Self.setUp(changes))
        #expect(done.status == .seeOther && done.headers[.location] == Address.workingTime, "\(done.text)")
        return try await facts(web)
    }

    private func facts(_ web: TestWeb) async throws -> [Fact] {
        try await web.office.store.hours.commonFacts().facts.map(\.fact)
    }

    private func page(_ web: TestWeb, _ address: String) async throws -> String {
        let page = try await web.send(.get, address, as: "lea", headers: .page)
        #expect(page.status == .ok, "\(address)")
        return page.text
    }

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    // MARK: First form

    @Test func `The first form records a schedule and the terms of the office in one go`() async throws {
        try await TestWeb.with { (web) async throws in
            let form = try await page(web, Address.workingTime)
            for text in [
                "<h1>Set up working time</h1>", "name=\"name\" value=\"Full time\"", "name=\"hours\" value=\"40:00\"",
                "name=\"day-5\" value=\"yes\" checked", "name=\"from\" value=\"2026-11-01\"",
                "name=\"rules_schedule\" value=\"yes\" checked", "<option value=\"\" selected>None</option>",
            ] {
                #expect(form.contains(text), "\(text)")
            }
            #expect(!form.contains("name=\"day-6\" value=\"yes\" checked") && !form.contains("name=\"office-"))
            let facts = try await setUp(web, ["rules": "de"])
            let from = try day("2026-11-01")
            let week: [Int64] = [28_800, 28_800, 28_800, 28_800, 28_800, 0, 0]
            #expect(
                facts.first?.content
                    == .schedule(Schedule(name: "Full time", from: from, anchor: try day("2024-01-01"), days: week)))
            var terms = Terms(scope: .office("\(web.office.office)"), from: from)
            (terms.schedule, terms.rules) = (.own("Full time"), .own([.de, .schedule]))
            #expect(facts.dropFirst().map(\.content) == [.terms(terms)])
            let author = try await web.office.store.hours.commonFacts().facts.first?.author
            #expect(author == (try await web.office.store.people.person(userName: "lea").id))
            let list = try await page(web, Address.workingTime)
            #expect(list.contains("<a href=\"/admin/working-time/schedule?name=Full%20time\">Full time</a>"))
            #expect(list.contains("40:00 a week <span class=\"small\">Mon–Fri 8:00</span>") && list.contains("1 Nov 2026"))
            // A person of the office then owes time.
            try await web.office.execute("update person set first_day = '2026-11-01' where user_name = 'ada'")
            let ada = try await web.office.store.people.person(userName: "ada").id
            let hours = try await web.office.store.balances.hours(
                of: ada, until: try day("2026-11-30"), asOf: web.clock.now(), zones: try TimeZoneDatabase.system())
            #expect(hours?.hasSchedule == true)
        }
    }

    @Test func `The first form sets up the chosen ones of several offices, and is sent once`() async throws {
        try await TestWeb.with { (web) async throws in
            let other = try await web.office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            let form = try await page(web, Address.workingTime)
            #expect(form.contains("name=\"office-\(other)\" value=\"yes\" checked> Other Office"))
            let none = try await web.sendForm(Address.workingTime, as: "lea", Self.setUp())
            #expect(none.status == .badRequest && none.text.contains("Choose at least one."))
            let facts = try await setUp(web, ["office-\(other)": "yes", "rules_schedule": ""])
            var terms = Terms(scope: .office("\(other)"), from: try day("2026-11-01"))
            terms.schedule = .own("Full time")
            #expect(facts.dropFirst().map(\.content) == [.terms(terms)])
            let again = try await web.sendForm(Address.workingTime, as: "lea", Self.setUp(["office-\(other)": "yes"]))
            #expect(again.status == .conflict && again.text.contains("Working time is set up already."))
            #expect(again.text.contains("<h1>Schedules</h1>"))
            #expect(try await self.facts(web).count == facts.count)
        }
    }

    @Test(
        arguments: [
            (["name": ""], "name", "A name is one line of 1 to 64"), (["hours": "x"], "hours", "Enter hours, such as 40:00"),
            (["hours": "121"], "hours", "A day has at most 24 hours."), (["hours": "0"], "hours", "Enter hours, such as 40:00"),
            (["holidays": "XX"], "holidays", "Choose from the list."), (["from": "soon"], "from", "Enter the first day"),
            (["day-1": "", "day-2": "", "day-3": "", "day-4": "", "day-5": ""], "days", "Choose at least one."),
            (["rules": "xx"], "rules", "Choose from the list."),
            (["from": "0026-11-01"], "from", "Enter the first day"), (["from": "2200-01-01"], "from", "Enter the first day"),
        ] as [([String: String], String, String)])
    func `A wrong field of the first form is named, and nothing is recorded`(
        changes: [String: String], field: String, sentence: String
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let refused = try await web.sendForm(Address.workingTime, as: "lea", Self.setUp(changes))
            #expect(refused.status == .badRequest)
            #expect(refused.text.contains("role=\"alert\" id=\"\(field)-problem\">\(sentence)"), "\(refused.text)")
            #expect(refused.text.contains("name=\"name\" value=\"\(changes["name"] ?? "Full time")\""))
            #expect(try await facts(web).isEmpty)
        }
    }

    @Test func `The first form imports the chosen holidays and names them in the terms, all at once`() async throws {
        try await TestWeb.with { (web) async throws in
            let form = try await page(web, Address.workingTime)
            #expect(form.contains("<option value=\"\">None</option><optgroup label=\"Japan\">"), "the office is in Tokyo")
            let facts = try await setUp(web, ["holidays": "DE-BB"])
            #expect(facts.count { if case .holiday = $0.content { true } else { false } } == 60)
            let name = "Deutschland, Brandenburg"
            #expect(try await web.office.store.holidays.calendar(named: name).days.count == 60)
            guard case .terms(let terms)? = facts.last?.content else { throw StoreError.unknownOffice("no terms") }
            #expect(terms.calendars == .own([name]) && terms.schedule == .own("Full time"))
            let calendar = try await page(web, Address.holidayCalendar(name))
            #expect(calendar.contains("Applies to: Harbour Office") && !calendar.contains("Not used yet"))
            let log = try await web.office.store.audit.configurationChanges().map(\.change)
            #expect(log.contains(ConfigurationChange(.holidayCalendar, .added, name, "2026–2030: +60 ±0 −0")))
        }
    }

    @Test func `The first form begins with earlier terms, and sending it keeps them`() async throws {
        try await TestWeb.with { (web) async throws in
            let facts = try await setUp(web, ["rules": "de", "holidays": "DE-BB"])
            let schedule = try #require(facts.first { $0.content.isSchedule }?.id)
            #expect(try await web.sendForm(Address.workingTimeRemove, as: "lea", ["fact": schedule]).status == .seeOther)
            let form = try await page(web, Address.workingTime)
            #expect(form.contains("<option value=\"de\" selected>") && form.contains("<option value=\"DE-BB\" selected>"))
            let again = try await setUp(web, ["rules": "de", "holidays": "DE-BB"])
            #expect(again.count == facts.count + 2 && again.last?.content.isSchedule == true)
            // The office of other terms is not among the chosen ones.
            let version = try #require(again.last?.id)
            #expect(try await web.sendForm(Address.workingTimeRemove, as: "lea", ["fact": version]).status == .seeOther)
            let other = try await web.office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            let both = try await page(web, Address.workingTime)
            #expect(both.contains("name=\"office-\(web.office.office)\" value=\"yes\" checked>"))
            #expect(both.contains("name=\"office-\(other)\" value=\"yes\"> Other Office"))
        }
    }

    // MARK: Schedules

    private static let schedule = [
        "name": "Part time", "pattern": "even", "hours": "20:00", "day-1": "yes", "day-2": "yes", "from": "2027-01-01",
    ]

    /// Saves a new schedule, and returns its content.
    private func save(_ web: TestWeb, _ changes: [String: String] = [:]) async throws -> Schedule {
        let fields = Self.schedule.merging(changes) { $1 }
        let done = try await web.sendForm(Address.workingTimeSchedule, as: "lea", fields)
        #expect(done.status == .seeOther && done.headers[.location] == Address.workingTime, "\(done.text)")
        guard case .schedule(let schedule)? = try await facts(web).last?.content else {
            throw StoreError.unknownOffice("no schedule")
        }
        return schedule
    }

    @Test func `A new schedule has the hours of its form`() async throws {
        try await TestWeb.with { (web) async throws in
            let monday = try day("2024-01-01")
            let even = try await save(web)
            #expect(even.days == [36_000, 36_000, 0, 0, 0, 0, 0] && even.anchor == monday && even.periodSeconds == nil)
            let own = try await save(
                web, ["name": "Own", "pattern": "days", "hours-1": "8", "hours-2": "7:42", "hours-8": "9:00", "hours": ""])
            #expect(own.days == [28_800, 27_720, 0, 0, 0, 0, 0])
            let weeks = try await save(
                web,
                [
                    "name": "Weeks", "pattern": "weeks", "hours-1": "8:00", "hours-14": "2.5", "cycle_start": "2026-12-02",
                    "month_hours": "80:00", "core_from": "10:00", "core_to": "15:30", "rest_weekday": "7",
                ])
            #expect(weeks.days == [28_800] + [Int64](repeating: 0, count: 12) + [9000])
            #expect(weeks.anchor == (try day("2026-11-30")) && weeks.periodSeconds == 288_000 && weeks.restWeekday == 7)
            #expect(weeks.core == Schedule.CoreTime(start: 36_000, end: 55_800))
            let page = try await page(web, Address.schedule("Weeks"))
            for text in [
                "value=\"weeks\" checked", "name=\"hours-1\" value=\"8:00\"", "name=\"hours-14\" value=\"2:30\"",
                "name=\"cycle_start\" value=\"2026-11-30\"", "name=\"month_hours\" value=\"80:00\"",
                "name=\"core_to\" value=\"15:30\"", "<option value=\"7\" selected>Sunday</option>", "<details open>",
                "From 1 Jan 2027</strong> (planned) 80:00 a month · First week (from 30 Nov 2026): Mon 8:00",
            ] {
                #expect(page.contains(text), "\(text)")
            }
        }
    }

    @Test(
        arguments: [
            (["name": ""], "name", "A name is one line"), (["name": " Full time "], "name", "“Full time” already exists."),
            (["from": ""], "from", "Enter the first day"), (["hours": ""], "hours", "Enter hours"),
            (["from": "1969-12-31"], "from", "Enter the first day"), (["hours": "0:00"], "hours", "Enter hours"),
            (["hours": "48:01"], "hours", "A day has at most 24 hours."),
            (["day-1": "", "day-2": ""], "days", "Choose at least one."),
            (["pattern": "days", "hours-3": "24:01"], "own", "Enter hours up to 24:00."),
            (["pattern": "weeks", "hours-9": "x", "cycle_start": "2026-11-30"], "own", "Enter hours up to 24:00."),
            (["pattern": "weeks", "cycle_start": ""], "cycle", "Enter the first day"),
            (["pattern": "weeks", "cycle_start": "1970-01-02"], "cycle", "Enter the first day"),
            (["month_hours": "745"], "month", "Enter hours up to 744:00."),
            (["month_hours": "x"], "month", "Enter hours up to 744:00."),
            (["pattern": "days", "month_hours": "160"], "own", "Hours a month need days"),
            (["core_from": "10:00"], "core", "Enter both times"),
            (["core_from": "10:00", "core_to": "10:00"], "core", "Enter both times"),
            (["rest_weekday": "8"], "rest", "Choose from the list."), (["rest_weekday": "x"], "rest", "Choose from the list."),
        ] as [([String: String], String, String)])
    func `A wrong field of a schedule is named, and the entered values are kept`(
        changes: [String: String], field: String, sentence: String
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let before = try await setUp(web).count
            let fields = Self.schedule.merging(changes) { $1 }
            let refused = try await web.sendForm(Address.workingTimeSchedule, as: "lea", fields)
            #expect(refused.status == .badRequest)
            #expect(refused.text.contains("role=\"alert\" id=\"\(field)-problem\">\(sentence)"), "\(refused.text)")
            for (name, value) in changes where !value.isEmpty && ["hours", "month_hours", "core_from"].contains(name) {
                #expect(refused.text.contains("name=\"\(name)\" value=\"\(value)\""), "\(name)")
            }
            #expect(try await facts(web).count == before)
        }
    }

    @Test func `Other hours from a day on are a further version, and past days need a confirmation`() async throws {
        try await TestWeb.with { (web) async throws in
            try await setUp(web)
            let address = Address.schedule("Full time")
            let form = try await page(web, address)
            #expect(form.contains("<h1>Full time</h1>") && form.contains("name=\"from\" value=\"2026-12-01\""))
            #expect(!form.contains("name=\"past\""))
            var fields = Self.schedule.merging(["schedule": "Full time", "hours": "38:00", "from": "2026-12-01"]) { $1 }
            let saved = try await web.sendForm(Address.workingTimeSchedule, as: "lea", fields)
            #expect(saved.status == .seeOther && saved.headers[.location] == address, "\(saved.text)")
            #expect(try await page(web, Address.workingTime).contains("<div>From 1 Dec 2026: 38:00 a week</div>"))
            let same = try await web.sendForm(Address.workingTimeSchedule, as: "lea", fields)
            #expect(same.status == .badRequest && same.text.contains("These settings already apply on 1 Dec 2026."))
            fields["from"] = "2026-11-10"
            let asked = try await web.sendForm(Address.workingTimeSchedule, as: "lea", fields)
            #expect(asked.status == .conflict)
            #expect(asked.text.contains("This also changes 10 past days, from 10 Nov 2026 on."))
            #expect(asked.text.contains("name=\"past\" value=\"yes\">"))
            fields["past"] = "yes"
            #expect(try await web.sendForm(Address.workingTimeSchedule, as: "lea", fields).status == .seeOther)
            let overview = TermsOverview(try await facts(web))
            #expect(
                overview.schedule(named: "Full time")?.all.map(\.from.description) == [
                    "2026-11-01", "2026-11-10", "2026-12-01",
                ])
            fields["schedule"] = "Other"
            #expect(try await web.sendForm(Address.workingTimeSchedule, as: "lea", fields).status == .notFound)
            #expect(try await web.send(.get, Address.schedule("Other"), as: "lea", headers: .page).status == .notFound)
        }
    }

    @Test func `A removed version has no effect, and its author and time stay listed`() async throws {
        try await TestWeb.with { (web) async throws in
            let id = try #require(try await setUp(web).first?.id)
            let address = Address.schedule("Full time")
            let page = try await page(web, address)
            #expect(page.contains("name=\"fact\" value=\"\(id)\"") && page.contains("The days from 1 Nov 2026 on change."))
            #expect(page.contains("<span class=\"small\">Lea Root, "))
            let second = Self.schedule.merging(["schedule": "Full time"]) { $1 }
            #expect(try await web.sendForm(Address.workingTimeSchedule, as: "lea", second).status == .seeOther)
            let removed = try await web.sendForm(Address.workingTimeRemove, as: "lea", ["fact": id])
            #expect(removed.status == .seeOther && removed.headers[.location] == address)
            let after = try await self.page(web, address)
            #expect(
                after.contains("<s>40:00 a week · Mon–Fri 8:00</s>") && after.contains(" · removed by Lea Root, "))
            #expect(!after.contains("value=\"\(id)\""))
            // Until the second version begins, the terms name a schedule without hours.
            #expect(try await self.page(web, Address.workingTime).contains("<td data-label=\"Today\">Not yet</td>"))
            #expect(try await self.page(web, Address.workingTimeTerms).contains("Full time (no hours yet)"))
            let again = try await web.sendForm(Address.workingTimeRemove, as: "lea", ["fact": id])
            #expect(again.status == .notFound && again.text.contains("This entry cannot be removed."))
            for wrong in ["", "x", "00000000-0000-0000-0000-000000000000"] {
                #expect(try await web.sendForm(Address.workingTimeRemove, as: "lea", ["fact": wrong]).status == .notFound)
            }
            let last = try #require(try await facts(web).last { $0.content.isSchedule }?.id)
            let gone = try await web.sendForm(Address.workingTimeRemove, as: "lea", ["fact": last])
            #expect(gone.headers[.location] == Address.workingTime)
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `Only entries of schedules and of terms of offices and teams are removed here`() async throws {
        try await TestWeb.with { (web) async throws in
            let holiday: JSONValue = ["type": "holiday", "calendar": "de", "date": "2026-12-25", "name": "Weihnachten"]
            let terms: JSONValue = ["type": "terms", "scope": "person", "of": "1", "from": "2026-11-01", "rules": ["de"]]
            for json in [holiday, terms] {
                let fact = NewFact(json)
                #expect(try await web.office.store.hours.append([fact], by: nil) == .appended)
                let id = fact.id.uuidString.lowercased()
                #expect(try await web.sendForm(Address.workingTimeRemove, as: "lea", ["fact": id]).status == .notFound)
            }
        }
    }

    // MARK: Terms

    /// The form for the terms of an office with the values of the first set-up, as the page shows it.
    private static func terms(_ changes: [String: String]) -> [String: String] {
        ["schedule": "name:Full time", "rules": "", "rules_schedule": "yes", "carry": "all", "from": "2026-12-01"]
            .merging(changes) { $1 }
    }

    /// The last entry.
    private func lastTerms(_ web: TestWeb) async throws -> Terms? {
        if case .terms(let terms)? = try await facts(web).last?.content { terms } else { nil }
    }

    @Test func `A change of terms records only the fields that differ`() async throws {
        try await TestWeb.with { (web) async throws in
            try await setUp(web)
            let address = Address.terms(of: web.office.office)
            let form = try await page(web, address)
            #expect(form.contains("<option value=\"name:Full time\" selected>Full time</option>"))
            #expect(form.contains("name=\"from\" value=\"2026-12-01\"") && !form.contains("As the office"))
            let match = try #require(form.firstMatch(of: /name="shown" value="([^"]*)"/))
            let shown = match.output.1.replacing("&quot;", with: "\"").description
            let count = try await facts(web).count
            // A form that is sent twice is recorded once.
            for _ in 0..<2 {
                let done = try await web.sendForm(
                    address, as: "lea", Self.terms(["carry": "cap", "carry_max": "40", "month-12": "yes", "shown": shown]))
                #expect(done.status == .seeOther && done.headers[.location] == Address.workingTimeTerms, "\(done.text)")
            }
            #expect(try await facts(web).count == count + 1)
            var expected = Terms(scope: .office("\(web.office.office)"), from: try day("2026-12-01"))
            expected.carry = .own(CarryOver(months: [12], maximum: 144_000))
            #expect(try await lastTerms(web) == expected)
            let list = try await page(web, Address.workingTimeTerms)
            for text in [
                "Full time <span class=\"small nowrap\">since 1 Nov 2026</span>",
                "Days without time and core time <span class=\"small nowrap\">since 1 Nov 2026</span>",
                "No limit<div class=\"small\">From 1 Dec 2026: At most 40:00 at the end of Dec</div>",
            ] {
                #expect(list.contains(text), "\(text)")
            }
            // An older form changes the schedule. The carry-over that it shows is not one of its changes.
            let old = Self.terms(["schedule": "none", "shown": shown])
            #expect(try await web.sendForm(address, as: "lea", old).status == .seeOther)
            let last = try #require(try await lastTerms(web))
            #expect(last.schedule == .own(nil) && last.carry == nil && last.rules == nil)
            let planned = try await page(web, address)
            #expect(planned.contains("The form shows the last planned settings."))
            #expect(
                planned.contains("<option value=\"none\" selected>") && planned.contains("name=\"carry_max\" value=\"40:00\""))
            #expect(!planned.contains("name=\"month-11\" value=\"yes\" checked"))
        }
    }

    @Test func `A team has the terms of its office until it gets own ones, and again after their end`() async throws {
        try await TestWeb.with { (web) async throws in
            try await setUp(web)
            let team = try await web.office.store.teams.addTeam("Design", in: web.office.office)
            let address = Address.terms(of: team)
            #expect(try await page(web, Address.workingTimeTerms).contains("<li><a href=\"\(address)\">Design</a></li>"))
            let form = try await page(web, address)
            #expect(form.contains("<option value=\"inherit\" selected>As the office</option>"))
            #expect(form.contains("name=\"calendars_inherit\" value=\"yes\" checked"))
            let inherited = [
                "schedule": "inherit", "calendars_inherit": "yes", "rules": "inherit", "carry": "inherit", "from": "2026-12-01",
            ]
            let nothing = try await web.sendForm(address, as: "lea", inherited)
            #expect(nothing.status == .badRequest && nothing.text.contains("Nothing is changed."))
            let reset = ["carry": "reset", "month-3": "yes", "month-9": "yes"]
            #expect(try await web.sendForm(address, as: "lea", inherited.merging(reset) { $1 }).status == .seeOther)
            var expected = Terms(scope: .team("\(team)"), from: try day("2026-12-01"))
            expected.carry = .own(CarryOver(months: [3, 9], minimum: 0, maximum: 0))
            #expect(try await lastTerms(web) == expected)
            let list = try await page(web, Address.workingTimeTerms)
            #expect(list.contains("<a href=\"\(address)\">Design</a> <span class=\"small\">Team</span>"))
            #expect(
                list.contains("As the office<div class=\"small\">From 1 Dec 2026: Reset to 0:00 at the end of Mar, Sep</div>"))
            let past = try await web.sendForm(address, as: "lea", inherited.merging(["from": "2026-11-19"]) { $1 })
            #expect(past.status == .conflict && past.text.contains("This also changes 1 past day, from 19 Nov 2026 on."))
            #expect(try await web.sendForm(address, as: "lea", inherited).status == .seeOther)
            #expect(try await lastTerms(web)?.carry == .inherit)
            #expect(try await page(web, Address.workingTimeTerms).contains("<li><a href=\"\(address)\">Design</a></li>"))
        }
    }

    @Test func `Calendars are chosen among those that exist, in the order until now`() async throws {
        try await TestWeb.with { (web) async throws in
            try await setUp(web)
            let holidays = ["de", "be", "jp"].map { calendar in
                NewFact(["type": "holiday", "calendar": .string(calendar), "date": "2026-12-25", "name": "x"])
            }
            try await web.office.store.hours.append(holidays, by: nil)
            let address = Address.terms(of: web.office.office)
            let first = Self.terms(["calendar-jp": "yes", "calendar-unknown": "yes"])
            #expect(try await web.sendForm(address, as: "lea", first).status == .seeOther)
            #expect(try await lastTerms(web)?.calendars == .own(["jp"]))
            let second = Self.terms(["calendar-jp": "yes", "calendar-be": "yes", "from": "2027-01-01"])
            #expect(try await web.sendForm(address, as: "lea", second).status == .seeOther)
            #expect(try await lastTerms(web)?.calendars == .own(["jp", "be"]))
            #expect(try await page(web, address).contains("name=\"calendar-be\" value=\"yes\" checked> be</label>"))
        }
    }

    @Test func `A form of which only the first day is changed moves its values to it`() async throws {
        try await TestWeb.with { (web) async throws in
            try await setUp(web)
            try await web.office.store.hours.append(
                [NewFact(["type": "holiday", "calendar": "de", "date": "2026-12-25", "name": "x"])], by: nil)
            let address = Address.terms(of: web.office.office)
            let planned = Self.terms(["calendar-de": "yes"])
            #expect(try await web.sendForm(address, as: "lea", planned).status == .seeOther)
            let earlier = planned.merging(["from": "2026-11-01", "past": "yes"]) { $1 }
            #expect(try await web.sendForm(address, as: "lea", earlier).status == .seeOther)
            var expected = Terms(scope: .office("\(web.office.office)"), from: try day("2026-11-01"))
            expected.calendars = .own(["de"])
            #expect(try await lastTerms(web) == expected)
            // The values hold from later days on already.
            let later = try await web.sendForm(address, as: "lea", planned.merging(["from": "2027-01-01"]) { $1 })
            #expect(later.status == .badRequest && later.text.contains("Nothing is changed."))
        }
    }

    @Test func `Values that a program recorded stay unless they are changed`() async throws {
        try await TestWeb.with { (web) async throws in
            try await setUp(web)
            let own: JSONValue = [
                "type": "terms", "scope": "office", "of": .string("\(web.office.office)"), "from": "2026-11-01",
                "rules": ["eu", "de"], "carry": ["months": [12], "min_s": -36_000],
            ]
            try await web.office.store.hours.append([NewFact(own)], by: nil)
            let address = Address.terms(of: web.office.office)
            let form = try await page(web, address)
            #expect(form.contains("<option value=\"eu de\" selected>European Union, Germany</option>"))
            #expect(form.contains("<option value=\"cap\" selected>") && form.contains("name=\"carry_min\" value=\"-10:00\""))
            let kept = Self.terms([
                "schedule": "none", "rules": "eu de", "rules_schedule": "", "carry": "cap", "carry_min": "-10:00",
                "month-12": "yes",
            ])
            #expect(try await web.sendForm(address, as: "lea", kept).status == .seeOther)
            let last = try #require(try await lastTerms(web))
            #expect(last.schedule == .own(nil) && last.rules == nil && last.carry == nil)
        }
    }

    @Test(
        arguments: [
            (["from": "2026-02-30"], "from", "Enter the first day"),
            (["schedule": ""], "schedule", "Choose from the list."),
            (["schedule": "inherit"], "schedule", "Choose from the list."),
            (["schedule": "name:Other"], "schedule", "Choose from the list."),
            (["rules": "inherit"], "rules", "Choose from the list."),
            (["rules": "de xx"], "rules", "Choose from the list."), (["carry": "inherit"], "carry", "Choose from the list"),
            (["carry": "cap", "carry_max": "x", "month-1": "yes"], "carry", "Enter hours"),
            (["carry": "cap", "month-1": "yes"], "carry", "Enter hours"),
            (["carry": "reset"], "carry", "Choose at least one."), (["carry": "keep"], "carry", "Choose from the list"),
        ] as [([String: String], String, String)])
    func `A wrong field of an office's terms is named`(changes: [String: String], field: String, sentence: String) async throws
    {
        try await TestWeb.with { (web) async throws in
            let before = try await setUp(web).count
            let refused = try await web.sendForm(Address.terms(of: web.office.office), as: "lea", Self.terms(changes))
            #expect(refused.status == .badRequest)
            #expect(refused.text.contains("role=\"alert\" id=\"\(field)-problem\">\(sentence)"), "\(refused.text)")
            #expect(try await facts(web).count == before)
        }
    }

    @Test func `An entry of terms is removed, and an unknown office or team is not found`() async throws {
        try await TestWeb.with { (web) async throws in
            let id = try #require(try await setUp(web).last?.id)
            let address = Address.terms(of: web.office.office)
            #expect(try await page(web, address).contains("Schedule: Full time · Warnings: Days without time and core time"))
            let removed = try await web.sendForm(Address.workingTimeRemove, as: "lea", ["fact": id])
            #expect(removed.status == .seeOther && removed.headers[.location] == address)
            #expect(try await page(web, Address.workingTimeTerms).contains("<td data-label=\"Schedule\">None</td>"))
            for address in [Address.workingTimeOfficeTerms, Address.workingTimeTeamTerms] {
                for id in ["99", "x"] {
                    let unknown = Address.path(address, id)
                    #expect(try await web.send(.get, unknown, as: "lea", headers: .page).status == .notFound)
                    #expect(try await web.sendForm(unknown, as: "lea", Self.terms([:])).status == .notFound)
                }
            }
        }
    }

    // MARK: Permission

    @Test(arguments: ["ada", "bo"])
    func `Employees and managers neither see nor change working time`(user: String) async throws {
        try await TestWeb.with { (web) async throws in
            let count = try await setUp(web).count
            for address in [
                Address.workingTime, Address.workingTimeTerms, Address.workingTimeSchedule,
                Address.terms(of: web.office.office),
            ] {
                #expect(try await web.send(.get, address, as: user, headers: .page).status == .forbidden, "\(address)")
                if address == Address.workingTimeTerms { continue }
                #expect(try await web.sendForm(address, as: user, Self.schedule).status == .forbidden, "\(address)")
            }
            #expect(try await facts(web).count == count)
        }
    }
}

extension Fact.Content {
    fileprivate var isSchedule: Bool { if case .schedule = self { true } else { false } }
}
