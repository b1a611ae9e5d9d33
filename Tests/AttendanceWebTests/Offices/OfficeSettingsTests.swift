@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Settings of an office` {
    /// The form for working time with the defaults, as the page shows it.
    private func form(from day: String = "2026-12-01", _ changes: [String: String] = [:]) -> [String: String] {
        [
            "from": day, "time_zone": TestOffice.timeZone, "day_boundary": "00:00", "night_from": "", "night_to": "",
            "attribution": "session_start",
            "max_session_hours": "16", "repeat_window_seconds": "300", "late_after_minutes": "15",
            "future_tolerance_seconds": "120", "max_age_days": "31",
        ].merging(changes) { $1 }
    }

    /// The form for the other settings with the defaults, as the page shows it.
    private func general(_ changes: [String: String] = [:]) -> [String: String] {
        [
            "name": "Harbour Office", "names": "office", "private": "yes", "missing_end_at": "20:00", "quiet_from": "21:00",
            "quiet_to": "07:00", "latitude": "", "longitude": "",
        ].merging(changes) { $1 }
    }

    /// - Parameter tab: the address of the tab, without the office.
    private func settingsPage(_ web: TestWeb, _ tab: String = Address.adminOffice) async throws -> String {
        let response = try await web.send(.get, Address.ofOffice(web.office.office, tab), as: "lea", headers: .page)
        #expect(response.status == .ok)
        return response.text
    }

    private func versions(_ web: TestWeb) async throws -> [OfficeSettingsVersion] {
        try await web.office.store.officeSettings.settings(of: web.office.office)
    }

    @Test(arguments: [Address.adminOffice, Address.adminOfficeTime, Address.adminOfficeTaps])
    func `Each tab has a help, links to the others and one form, and asks before changes are lost`(tab: String) async throws {
        try await TestWeb.with { (web) async throws in
            let (page, office) = (try await settingsPage(web, tab), web.office.office)
            #expect(page.contains("popover>“Time” applies from the day that you choose"))
            for address in [Address.adminOffice, Address.adminOfficeTime, Address.adminOfficeTaps] {
                let current = address == tab ? " aria-current=\"page\"" : ""
                #expect(page.contains("<a href=\"\(Address.ofOffice(office, address))\"\(current)>"), "\(address)")
            }
            #expect(page.matches(of: />Save<\/button>/).count == 1)
            #expect(page.contains("data-unsaved=\"These changes are not saved and will be lost."))
            let unsaved = try #require(page.range(of: "/base/unsaved.js"))
            let forms = try #require(page.range(of: "/base/forms.js"))
            #expect(unsaved.lowerBound < forms.lowerBound)
        }
    }

    // MARK: How time is counted

    @Test func `The settings page changes settings from a working day on and lists the versions`() async throws {
        try await TestWeb.with { (web) async throws in
            let address = Address.ofOffice(web.office.office, Address.adminOfficeTime)
            let shown = try await settingsPage(web, Address.adminOfficeTime)
            #expect(shown.contains("name=\"from\" value=\"2026-11-21\"") && !shown.contains("name=\"rederive\""))
            let changes = [
                "day_boundary": "05:00", "attribution": "split", "max_session_hours": "13.5", "close_at_boundary": "yes",
                "late_after_minutes": "1.5", "max_age_days": "",
            ]
            let saved = try await web.sendForm(address, as: "lea", form(changes))
            #expect(saved.status == .seeOther && saved.headers[.location] == address, "\(saved.text)")
            let version = try #require(try await versions(web).last)
            #expect(version.validFrom == CivilDate(text: "2026-12-01") && version.timeZone == TestOffice.timeZone)
            #expect(version.dayBoundary == 5 * 3600)
            var policy = AttendancePolicy()
            policy.attribution = .split
            policy.maximumSession = .seconds(48_600)
            policy.closesAtBoundary = true
            policy.lateAfter = .seconds(90)
            policy.maximumAge = nil
            #expect(version.policy == policy)
            let author = "select max(user_name) from office_settings join person on author_id = person.id"
            #expect(try await web.office.value(author) == "lea")
            let page = try await settingsPage(web, Address.adminOfficeTime)
            for text in [
                "the beginning", "1 Dec 2026", "<td>Working day begins at: 05:00 · ",
                " · End work without a clock-out after, in hours: 13.5 · ",
                " · Double tap, in seconds: 300 · ", " · Hold taps older than, in days: no limit</td>",
            ] {
                #expect(page.contains(text), "\(text)")
            }
        }
    }

    @Test func `An office gets hours of night work from a day on, and loses them with blank fields`() async throws {
        try await TestWeb.with { (web) async throws in
            let address = Address.ofOffice(web.office.office, Address.adminOfficeTime)
            let empty = try await settingsPage(web, Address.adminOfficeTime)
            #expect(empty.contains("name=\"night_from\" value=\"\"") && empty.contains("name=\"night_to\" value=\"\""))
            let night = form(["night_from": "22:00", "night_to": "05:00"])
            #expect(try await web.sendForm(address, as: "lea", night).status == .seeOther)
            #expect(try await versions(web).map(\.nightBand) == [nil, NightBand(from: 79_200, to: 18_000)])
            let page = try await settingsPage(web, Address.adminOfficeTime)
            #expect(page.contains("<td>Night work: 22:00 – 05:00</td>"))
            #expect(page.contains("name=\"night_from\" value=\"22:00\"") && page.contains("name=\"night_to\" value=\"05:00\""))
            let again = try await web.sendForm(address, as: "lea", night)
            #expect(again.status == .badRequest && again.text.contains("These settings already apply on 1 Dec 2026."))
            #expect(try await web.sendForm(address, as: "lea", form(from: "2026-12-05")).status == .seeOther)
            #expect(try await versions(web).map(\.nightBand) == [nil, NightBand(from: 79_200, to: 18_000), nil])
            #expect(try await settingsPage(web, Address.adminOfficeTime).contains("<td>Night work: none</td>"))
            let log = try await web.send(.get, Address.adminChanges, as: "lea", headers: .page).text
            #expect(log.contains("Night work (from 1 Dec 2026): none → 22:00 – 05:00"), "\(log)")
        }
    }

    @Test func `A planned change is shown, and only later days can be set, until it is cancelled`() async throws {
        try await TestWeb.with { (web) async throws in
            let address = Address.ofOffice(web.office.office, Address.adminOfficeTime)
            let cancel = Address.ofOffice(web.office.office, Address.adminCancelOfficeChange)
            let none = try await settingsPage(web, Address.adminOfficeTime)
            #expect(!none.contains("(planned)") && none.contains("name=\"from\" value=\"2026-11-21\" required"))
            let planned = form(from: "2026-11-21", ["day_boundary": "05:00", "max_session_hours": "12"])
            #expect(try await web.sendForm(address, as: "lea", planned).status == .seeOther)
            let later = form(from: "2026-11-30", ["day_boundary": "05:00", "repeat_window_seconds": "60"])
            #expect(try await web.sendForm(address, as: "lea", later).status == .seeOther)
            let page = try await settingsPage(web, Address.adminOfficeTime)
            for text in [
                "<p>From 21 Nov 2026 (planned) · Working day begins at: 05:00 · End work without a clock-out after, in hours: 12</p></div>",
                "<p>From 30 Nov 2026 (planned) · End work without a clock-out after, in hours: 16 · Double tap, in seconds: 60</p><form ",
                "name=\"from\" value=\"2026-11-30\" min=\"2026-11-30\"", "name=\"repeat_window_seconds\" value=\"60\"",
                "the beginning <strong>(valid now)</strong></th>", "30 Nov 2026 (planned)</th>",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            // All values of the form would be valid from that day on, and only until the planned change.
            let earlier = try await web.sendForm(
                address, as: "lea", later.merging(["from": "2026-11-29", "max_age_days": "40"]) { $1 })
            #expect(earlier.status == .badRequest)
            #expect(earlier.text.contains("Another change is planned for 30 Nov 2026. Choose this day or a later one"))
            #expect(try await versions(web).count == 3)

            let notLast = try await web.sendForm(cancel, as: "lea", ["from": "2026-11-21"])
            #expect(notLast.status == .conflict && notLast.text.contains("no longer the last planned change"))
            for day in ["2026-11-30", "2026-11-21"] {
                let answer = try await web.sendForm(cancel, as: "lea", ["from": day])
                #expect(answer.status == .seeOther && answer.headers[.location] == address, "\(day)")
                #expect(answer.headers.contains { $0.value.contains("desktap-done=plannedChangeCancelled") })
            }
            let after = try await settingsPage(web, Address.adminOfficeTime)
            #expect(!after.contains("(planned)") && after.contains("name=\"from\" value=\"2026-11-21\" required"))
            #expect(after.matches(of: /<tr><th scope="row"/).count == 1)
            #expect(try await versions(web).map(\.dayBoundary) == [0, 0, 0])
            #expect(try await versions(web).changes.count == 1)
        }
    }

    @Test(
        arguments: [
            (["time_zone": "Mars/Base"], "id=\"time-zone-problem\">“Mars/Base” is not a time zone"),
            (["from": "soon", "day_boundary": "05:00"], "id=\"from-problem\">Enter the first day of these settings"),
            (["from": "1969-12-31", "day_boundary": "05:00"], "id=\"from-problem\">Enter the first day of these settings"),
            (["from": "2200-01-01", "day_boundary": "05:00"], "id=\"from-problem\">Enter the first day of these settings"),
            (["day_boundary": "24:00"], "id=\"day-boundary-problem\">“Working day begins at” needs a time from 00:00 to 23:59"),
            (["night_from": "22:00"], "id=\"night-problem\">“Night work” needs two different times"),
            (["night_from": "22:00", "night_to": "22:00"], "id=\"night-problem\">“Night work” needs two different times"),
            (["night_from": "24:00", "night_to": "05:00"], "id=\"night-problem\">“Night work” needs two different times"),
            (["attribution": "both"], "id=\"attribution-problem\">Choose what work past the start of the day counts for."),
            (
                ["max_session_hours": "long"],
                "id=\"longest-session-problem\">“End work without a clock-out after, in hours” needs a number"
            ),
            (["max_session_hours": "0"], "id=\"longest-session-problem\">Enter hours above 0"),
            (["repeat_window_seconds": ""], "id=\"repeat-window-problem\">“Double tap, in seconds” needs"),
            (["late_after_minutes": "-1"], "id=\"late-after-problem\">“Mark taps as sent late after, in minutes” needs"),
            (["future_tolerance_seconds": "1e9"], "id=\"future-tolerance-problem\">“Hold taps ahead of the clock by more than"),
            (["max_age_days": "36526"], "id=\"oldest-tap-problem\">“Hold taps older than, in days” needs a number"),
            ([:], "These settings already apply on 1 Dec 2026."),
        ] as [([String: String], String)])
    func `A wrong setting of time is refused and kept`(changes: [String: String], sentence: String) async throws {
        try await TestWeb.with { (web) async throws in
            let answer = try await web.sendForm(
                Address.ofOffice(web.office.office, Address.adminOfficeTime), as: "lea", form(changes))
            #expect(answer.status == .badRequest)
            #expect(answer.text.contains(sentence), "\(answer.text)")
            for (name, value) in changes where name != "attribution" && !value.isEmpty {
                #expect(answer.text.contains("name=\"\(name)\" value=\"\(value)\""), "\(name)")
            }
            #expect(try await versions(web).count == 1)
        }
    }

    @Test func `Settings that would change daily rows are refused until the administrator confirms`() async throws {
        try await TestWeb.with { (web) async throws in
            let address = Address.ofOffice(web.office.office, Address.adminOfficeTime)
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada").status == .ok)
            let changes = form(from: "2026-11-20", ["attribution": "split"])
            let refused = try await web.sendForm(address, as: "lea", changes)
            #expect(refused.status == .conflict)
            #expect(
                refused.text.contains("Hours of 1 person who tapped on 20 Nov 2026 or later can change."), "\(refused.text)")
            #expect(refused.text.contains("value=\"split\" selected"))
            let below = /<p class="problem"[^<]*<\/p>\s*<form[^>]*>\s*<label class="check"><input [^>]*"rederive"/
            #expect(refused.text.contains(below), "the confirmation is not below the error")
            #expect(try await versions(web).count == 1)
            let saved = try await web.sendForm(address, as: "lea", changes.merging(["rederive": "yes"]) { $1 })
            #expect(saved.status == .seeOther, "\(saved.text)")
            #expect(try await versions(web).map(\.policy.attribution) == [.sessionStart, .split])
        }
    }

    @Test(arguments: [0, 1, 59, 90, 100, 900, 3599, 48_600, 57_600, 86_401, 2_678_400, 3_155_760_000] as [Int64])
    func `A length of time survives the way to the form and back`(seconds: Int64) {
        for unit in [DurationUnit.seconds, .minutes, .hours, .days] {
            #expect(unit.length(unit.text(.seconds(seconds))) == .seconds(seconds), "\(unit) \(unit.text(.seconds(seconds)))")
        }
        #expect(DurationUnit.hours.text(.seconds(48_600)) == "13.5" && DurationUnit.minutes.length(".5") == .seconds(30))
        #expect(DurationUnit.hours.text(.seconds(57_600)) == "16" && DurationUnit.days.length(".") == nil)
    }

    // MARK: Other tabs

    @Test func `The settings page renames an office, and addresses with the former name still work`() async throws {
        try await TestWeb.with { (web) async throws in
            let office = web.office.office
            let address = Address.ofOffice(office)
            let saved = try await web.sendForm(address, as: "lea", general(["name": " Harbor <Office> "]))
            #expect(saved.status == .seeOther && saved.headers[.location] == Address.ofOffice(office))
            let page = try await settingsPage(web)
            #expect(page.contains("<h1>Harbor &lt;Office&gt;</h1>") && page.contains("Former names: Harbour Office"))
            for address in ["/map/6F", "/now", Address.tagSheet] {
                let page = try await web.send(.get, address + "?office=Harbour%20Office", as: "lea", headers: .page)
                #expect(page.status == .ok, "\(address)")
            }
            let tap = try await web.send(.post, "/t?event=start&desk=6F-A3&office=Harbour%20Office", as: "ada")
            #expect(tap.json["outcome"] == "accepted")
        }
    }

    @Test(
        arguments: [
            ("", 400, "A name is one line of 1 to 200"), ("Hi\nll", 400, "A name is one line of 1 to 200"),
            ("Hill", 409, "“Hill” already exists."),
            ("Hull", 409, "“Hull” was the name of the office “Hill”"),
        ])
    func `A name that is empty or taken is refused and kept in the field`(name: String, status: Int, sentence: String)
        async throws
    {
        try await TestWeb.with { (web) async throws in
            let (store, office) = (web.office.store, web.office.office)
            let hill = try await store.offices.addOffice(name: "Hull", timeZone: "Asia/Tokyo")
            try await store.offices.change(hill, OfficeChange(name: "Hill"))
            let answer = try await web.sendForm(
                Address.ofOffice(office), as: "lea", general(["name": name]))
            #expect(answer.status.code == status)
            #expect(answer.text.contains(sentence), "\(answer.text)")
            #expect(answer.text.contains("name=\"name\" value=\"\(name)\""))
            #expect(try await store.offices.offices().map(\.name) == ["Harbour Office", "Hill"])
        }
    }

    @Test func `General settings that another administrator changed meanwhile are not replaced without a word`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, office) = (web.office.store, web.office.office)
            func shown(_ page: String) throws -> String {
                String(try #require(page.firstMatch(of: /name="shown" value="([^"]+)"/)).output.1)
            }
            let old = general(["shown": try shown(try await settingsPage(web)), "latitude": "35.6", "longitude": "139.7"])
            try await store.offices.change(office, OfficeChange(names: .managers))
            let refused = try await web.sendForm(Address.ofOffice(office), as: "lea", old)
            #expect(refused.status == .conflict && refused.text.contains("changed meanwhile"))
            #expect(refused.text.contains("name=\"latitude\" value=\"35.6\""))
            #expect(try await store.mapPrivacy.mapPrivacy(of: office).names == .managers)
            let again = old.merging(["shown": try shown(refused.text)]) { $1 }
            #expect(try await web.sendForm(Address.ofOffice(office), as: "lea", again).status == .seeOther)
            #expect(try await store.mapPrivacy.mapPrivacy(of: office).names == .office)
        }
    }

    @Test func `The settings page changes who sees names`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, office) = (web.office.store, web.office.office)
            let address = Address.ofOffice(office)
            let saved = try await web.sendForm(
                address, as: "lea", general(["names": "managers", "private": "", "names_on_wall": "yes"]))
            #expect(saved.status == .seeOther && saved.headers[.location] == Address.ofOffice(office))
            let privacy = try await store.mapPrivacy.mapPrivacy(of: office)
            #expect(privacy.names == .managers && !privacy.allowsPrivate)
            #expect(try await store.displays.officesWithNames().contains(office))
            let wrong = try await web.sendForm(address, as: "lea", general(["names": "cats"]))
            #expect(wrong.status == .badRequest && wrong.text.contains("Choose the people who see names"))
            #expect(try await store.mapPrivacy.mapPrivacy(of: office).names == .managers)
        }
    }

    @Test func `The settings of a form are saved together or not at all`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, office) = (web.office.store, web.office.office)
            try await web.office.execute(
                "alter table office add check (not names_on_wall), add check (not allows_taps_without_tag)")
            let names = try await web.sendForm(
                Address.ofOffice(office), as: "lea", general(["names": "managers", "private": "", "names_on_wall": "yes"]))
            #expect(names.status == .internalServerError)
            #expect(try await store.mapPrivacy.mapPrivacy(of: office).names != .managers)
            let taps = try await web.sendForm(
                Address.ofOffice(office, Address.adminOfficeTaps), as: "lea",
                ["proof": "uid", "without_tag": "yes", "sure": "yes"])
            #expect(taps.status == .internalServerError)
            #expect(try await store.startRequirements.startRequirements().isEmpty)
        }
    }

    @Test func `The rules for taps say what they do now`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await settingsPage(web, Address.adminOfficeTaps)
            #expect(page.contains("<p>Each clock-in counts at once. With a proof chosen, others wait for HR.</p>"))
            #expect(page.contains("a printed code is no proof"))
            #expect(
                page.contains("<span class=\"small\">0 of 16 desks</span>")
                    && page.contains("<span class=\"small\">0 readers</span>"))
        }
    }

    @Test func `The settings page sets the proof that clocking in needs`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, office) = (web.office.store, web.office.office)
            let address = Address.ofOffice(office, Address.adminOfficeTaps)
            let wrong = try await web.sendForm(
                address, as: "lea", ["networks": "10.0.0.0/8\r\n10.0.0.1/8", "proof": "none"])
            #expect(wrong.status == .badRequest && wrong.text.contains("Line 2: “10.0.0.1/8” is not a network."))
            #expect(wrong.text.contains(">10.0.0.0/8\n10.0.0.1/8</textarea>"))
            for length in ["10.0.0.0/08", "2001:db8::/048", "office", "10.0.0.0/8/8"] {
                #expect(
                    try await web.sendForm(address, as: "lea", ["networks": length, "proof": "none"]).status == .badRequest)
            }
            #expect(try await web.sendForm(address, as: "lea", ["proof": "network"]).status == .badRequest)
            #expect(try await store.startRequirements.startRequirements().isEmpty)

            let fields = [
                "networks": "10.0.0.0/8\r\n\r\n2001:db8::/48", "reader": "yes", "proof": "sun", "without_word": "yes",
                "without_tag": "yes",
            ]
            #expect(try await web.sendForm(address, as: "lea", fields).status == .seeOther)
            let wanted = StartRequirement(networks: ["10.0.0.0/8", "2001:db8::/48"], acceptsReader: true, proof: .sun)
            #expect(try await store.startRequirements.startRequirements()[office] == wanted)
            #expect(try await store.tagWords.tapsWithoutWord(in: office))
            #expect(try await store.offices.allowsTapsWithoutTag(office))
            let start = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            #expect(start.json["outcome"] == "quarantined" && start.json["reason"] == "unproven")

            let desk = try #require(DeskID("6F-A3"))
            try await store.startRequirements.setSigning(true, at: desk, of: office)
            let page = try await settingsPage(web, Address.adminOfficeTaps)
            #expect(page.contains("is proof: 6F-A3.") && page.contains(">10.0.0.0/8\n2001:db8::/48</textarea>"))
            #expect(page.contains("name=\"proof\" value=\"sun\" checked"))
            #expect(page.contains("Clock-ins with a proof chosen below count at once, others wait for HR."))
            for name in ["without_word", "without_tag"] {
                #expect(page.contains("name=\"\(name)\" value=\"yes\" checked"), "\(name)")
            }
            #expect(try await web.sendForm(address, as: "lea", ["proof": "none"]).status == .seeOther)
            #expect(try await store.startRequirements.startRequirements().isEmpty)
            #expect(try await !store.offices.allowsTapsWithoutTag(office))
        }
    }

    @Test func `Rules with which clock-ins will be held are saved only after a confirmation`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, office) = (web.office.store, web.office.office)
            let address = Address.ofOffice(office, Address.adminOfficeTaps)
            func send(_ fields: [String: String]) async throws -> TestResponse {
                try await web.sendForm(address, as: "lea", fields)
            }
            let rules = ["proof": "uid", "without_word": "yes"]
            let asked = try await send(rules)
            #expect(asked.status == .conflict)
            #expect(asked.text.contains("All clock-ins wait for HR."))
            #expect(asked.text.contains("<li>The office has no reader.</li>"))
            #expect(asked.text.contains("<li>A registered tag or a badge, on a reader: at 0 of 16 desks</li>"))
            #expect(asked.text.contains("name=\"proof\" value=\"uid\"") && asked.text.contains("name=\"without_word\""))
            #expect(asked.text.contains("name=\"sure\" value=\"yes\"") && !asked.text.contains("name=\"reader\""))
            #expect(try await store.startRequirements.startRequirements().isEmpty)
            #expect(try await send(["proof": "none", "reader": "yes"]).text.contains("All clock-ins wait for HR"))

            // Two desks of 16 get a tag, and a reader reads it.
            for (number, uid) in ["04A1B2C3D4E580", "04A1B2C3D4E581"].enumerated() {
                let place = try await store.tags.place(of: .start, at: DeskID("6F-A\(number + 1)"), in: nil, home: office)
                _ = try await store.tags.issueTag(
                    try #require(UID(hex: uid)), for: place, certifying: false, now: TestOffice.noon)
            }
            _ = try await store.readers.addReader(name: "front door", scope: .badges(at: []))
            let badges = try await send(rules).text
            #expect(
                badges.contains("All clock-ins wait for HR")
                    && badges.contains("<li>Its readers read only badges."))
            _ = try await store.readers.addReader(name: "hall")
            let some = try await send(rules).text
            #expect(some.contains("Clock-ins at 14 of 16 desks wait for HR") && some.contains("at 2 of 16 desks"))
            #expect(!some.contains("The office has no reader") && some.contains("<li>A badge: 0 of 4 people</li>"))
            let back = try await send(rules.merging(["edit": "yes"]) { $1 }).text
            #expect(
                back.contains("name=\"proof\" value=\"uid\" checked")
                    && back.contains("Clock-ins at 14 of 16 desks wait for HR"))
            #expect(!back.contains("name=\"sure\"") && back.contains("<span class=\"small\">2 of 16 desks</span>"))
            #expect(try await send(["proof": "certificate"]).text.contains("All clock-ins wait for HR"))

            #expect(try await send(rules.merging(["sure": "yes"]) { $1 }).status == .seeOther)
            #expect(try await store.startRequirements.startRequirements()[office]?.proof == .uid)
            // What is set already is not asked about again.
            #expect(try await send(rules.merging(["without_tag": "yes"]) { $1 }).status == .seeOther)
            for fine in [["proof": "none"], ["proof": "none", "reader": "yes"], ["proof": "sun", "networks": "10.0.0.0/8"]] {
                #expect(try await send(fine).status == .seeOther, "\(fine)")
            }
        }
    }

    @Test func `The settings page sets and removes the location of an office`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, office) = (web.office.store, web.office.office)
            let address = Address.ofOffice(office)
            let fields = ["latitude": "35.68", "longitude": "-139.77"]
            #expect(try await web.sendForm(address, as: "lea", general(fields)).status == .seeOther)
            #expect(try await store.offices.office(named: nil).coordinates == Coordinates(latitude: 35.68, longitude: -139.77))
            let page = try await settingsPage(web)
            #expect(page.contains("value=\"35.68\"") && page.contains("value=\"-139.77\""))
            for wrong in [["latitude": "35.68"], ["latitude": "91", "longitude": "0"], ["latitude": "nan", "longitude": "0"]] {
                let answer = try await web.sendForm(address, as: "lea", general(wrong))
                #expect(answer.status == .badRequest && answer.text.contains("Enter a latitude from -90 to 90"))
            }
            #expect(try await web.sendForm(address, as: "lea", general()).status == .seeOther)
            #expect(try await store.offices.office(named: nil).coordinates == nil)
        }
    }

    @Test(arguments: [
        Address.adminOffice, Address.adminOfficeTime, Address.adminCancelOfficeChange, Address.adminOfficeTaps,
    ])
    func `An unknown office has no settings, and only administrators change settings`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            for id in ["99", "x"] {
                let answer = try await web.sendForm(address.replacing("{id}", with: id), as: "lea", form())
                #expect(answer.status == .notFound && answer.text.contains("This office no longer exists."))
            }
            for user in ["ada", "cy"] {
                let answer = try await web.sendForm(Address.ofOffice(web.office.office, address), as: user, form())
                #expect(answer.status == .forbidden, "\(user)")
            }
            #expect(try await web.send(.get, "/admin/offices/99", as: "lea", headers: .page).status == .notFound)
        }
    }
}
