@testable import AttendanceStore
@testable import AttendanceWeb

import Attendance
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `About page` {
    @Test func `Pages of signed-in people link to the version, the license and the help`() async throws {
        try await TestWeb.with { (web) async throws in
            let record = try await web.send(.get, Address.me, as: "ada", headers: .page).text
            #expect(record.contains("<a href=\"/about\">DeskTap 1.2.3</a>"))
            #expect(record.contains("<a href=\"/about\">Help and office rules</a>"))
            let page = try await web.send(.get, Address.about, as: "ada", headers: .page)
            #expect(page.status == .ok && page.text.contains("<dd>1.2.3</dd>"))
            #expect(page.text.contains("Apache License 2.0</a>") && page.text.contains("href=\"/openapi.yaml\""))
            #expect(page.text.contains("<li><a href=\"/help\">Manual</a></li>"))
            #expect(!page.text.contains("under Administration, Offices"))
            let ofAdministrator = try await web.send(.get, Address.about, as: "lea", headers: .page).text
            #expect(ofAdministrator.contains("Change them under Administration, Offices.</p>"))
        }
    }

    @Test func `The about page has the rules of the viewer's office, as set for today`() async throws {
        try await TestWeb.with { (web) async throws in
            let versions = try await web.office.store.officeSettings.settings(of: web.office.office)
            let version = try #require(versions.last)
            let page = try await web.send(.get, Address.about, as: "ada", headers: .page).text
            let parts = page.split(separator: "<h2 id=\"rules\">Rules of this office</h2>")
            #expect(parts.count == 2 && parts[0].contains("<h2 id=\"how\">"))
            let open = try #require(parts.last?.split(separator: "<details><summary>More rules").first)
            #expect(String(open).count(of: "<li>") == 5 && open.contains("<li>Names on the map are"))
            #expect(!open.contains("A working day begins"))
            #expect(page.contains("In force today in Harbour Office."))
            #expect(page.contains("<li>A working day begins at \(WorkedTime.hoursAndMinutes(version.dayBoundary)) (time zone "))
            #expect(page.contains("<li>The same tap again within 5 minutes counts once.</li>"))
            #expect(page.contains("<li>Names on the map are visible to "))
            #expect(page.contains("<li>This office sends no reminders "))
            #expect(page.contains("<li>After a forgotten clock-out, ") && !page.contains("Retention"))
            for (user, address) in [("cy", "/hr/retention"), ("lea", "/admin/retention")] {
                let page = try await web.send(.get, Address.about, as: user, headers: .page).text
                #expect(page.contains("<p><a href=\"\(address)\">Retention</a></p>"), "\(user)")
            }
        }
    }

    @Test func `The rules say whether breaks and clock-outs need a tag, and what changes on a later day`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, office) = (web.office.store, web.office.office)
            let before = try await web.send(.get, Address.about, as: "ada", headers: .page).text
            #expect(
                before.contains("<li>Breaks and clock-outs, too, need the tag or code of a desk") && !before.contains("From 2"))
            try await store.startRequirements.setStartRequirement(
                of: office, to: StartRequirement(), withoutWord: false, withoutTag: true)
            var change = OfficeSettingsChange()
            change.repeatWindow = .seconds(60)
            try await store.officeSettings.change(
                change, of: office, from: try #require(CivilDate(text: "2026-11-21")), by: nil, now: web.clock.now(),
                zones: try .system())
            let page = try await web.send(.get, Address.about, as: "ada", headers: .page).text
            #expect(page.contains("<li>Breaks and clock-outs can also be recorded on My record, without a tag or code.</li>"))
            #expect(page.contains("<li>The same tap again within 5 minutes counts once.</li>"))
            let ofHR = try await web.send(.get, Address.about, as: "cy", headers: .page).text
            #expect(ofHR.contains("<p>From 21 Nov 2026:</p>"))
            let planned = try #require(page.firstMatch(of: /<p>From 21 Nov 2026:<\/p>\s*<ul>\s*(.*?)\s*<\/ul>/)).output.1
            #expect(planned == "<li>The same tap again within 1 minute counts once.</li>")
        }
    }

    @Test func `The about page needs a sign-in`() async throws {
        try await TestWeb.with { (web) async throws in
            let answer = try await web.send(.get, Address.about, headers: .page)
            #expect(answer.status == .seeOther && answer.headers[.location] == "/sign-in?to=%2Fabout")
        }
    }
}

@Suite(.inEnglish) struct `Rules of an office` {
    private static func settings(_ change: (inout AttendancePolicy) -> Void) -> OfficeSettingsVersion {
        var version = OfficeSettingsVersion(
            office: 1, validFrom: nil, timeZone: "Asia/Tokyo", dayBoundary: 5 * 3600)
        change(&version.policy)
        return version
    }

    @Test func `Each setting is a sentence`() {
        #expect(
            OfficeRules.sentences(Self.settings { _ in }, StartRequirement()) == [
                "A working day begins at 05:00 (time zone Asia/Tokyo).",
                "Work past 05:00, such as night work, counts for the day when it began.",
                "Without a clock-out, you are shown as at work for 16 h.",
                "The same tap again within 5 minutes counts once.",
                "A tap that arrives more than 15 minutes late is marked as sent late.",
                "A tap that arrives more than 31 days late waits for HR.",
                "A tap more than 2 minutes in the future waits for HR.",
            ])
    }

    @Test func `Each setting that changes shows in the rules`() {
        let before = OfficeRules.sentences(Self.settings { _ in }, StartRequirement())
        let changes: [(inout AttendancePolicy) -> Void] = [
            { $0.attribution = .split }, { $0.maximumSession = .seconds(36_000) }, { $0.closesAtBoundary = true },
            { $0.repeatWindow = .seconds(90) }, { $0.lateAfter = .seconds(90) }, { $0.futureTolerance = .seconds(90) },
            { $0.maximumAge = nil },
        ]
        for (number, change) in changes.enumerated() {
            #expect(OfficeRules.sentences(Self.settings(change), StartRequirement()) != before, "\(number)")
        }
        let ninety = OfficeRules.sentences(Self.settings { $0.repeatWindow = .seconds(90) }, StartRequirement())
        #expect(ninety.contains("The same tap again within 90 seconds counts once."))
    }

    @Test func `The rules say who sees names, and when reminders are sent`() {
        #expect(
            OfficeRules.names(MapPrivacy(names: .office, allowsPrivate: false), areOnWall: false) == [
                "Names on the map are visible to people of this office, to HR of the office and to administrators."
            ])
        #expect(
            OfficeRules.names(MapPrivacy(names: .managers, allowsPrivate: true), areOnWall: true) == [
                "Names on the map are visible to people of this office who manage a team, to HR of the office and to "
                    + "administrators.",
                "You can hide your own name in Settings and privacy.", "Wall displays show names, too.",
            ])
        var reminders = OfficeReminders()
        #expect(OfficeRules.reminders(reminders) == "This office sends no reminders of forgotten clock-outs.")
        reminders.isOn = true
        #expect(OfficeRules.reminders(reminders).contains("are sent at 20:00 on the same day,"))
        reminders.missingEndAt = 9 * 3600
        #expect(OfficeRules.reminders(reminders).contains("are sent at 09:00 on the next morning,"))
    }

    @Test func `A rule without effect has no sentence, and the proof for clocking in has one`() {
        var midnight = Self.settings { $0.maximumAge = nil }
        midnight.dayBoundary = 0
        let requirement = StartRequirement(networks: ["10.0.0.0/8"], acceptsReader: true)
        let sentences = OfficeRules.sentences(midnight, requirement)
        #expect(sentences.first == "A working day begins at 00:00 (time zone Asia/Tokyo).")
        #expect(
            sentences.contains(
                "A clock-in counts at once only from the office network or on a reader. Others wait for HR."))
        #expect(!sentences.contains { $0.contains("days late") })
    }

    @Test func `A planned change has the new sentences, or all if it only removes one`() throws {
        let day = try #require(CivilDate(text: "2026-12-01"))
        let planned = PlannedRules(from: day, before: ["a", "b"], after: ["a", "c"])
        #expect(planned?.title == "From 1 Dec 2026:" && planned?.rules == ["c"])
        #expect(PlannedRules(from: day, before: ["a", "b"], after: ["a"])?.rules == ["a"])
        #expect(PlannedRules(from: day, before: ["a"], after: ["a"])?.rules == nil)
    }

    @Test func `A session without a limit ends with the working day or not at all`() {
        let noLimit = "Without a clock-out, you stay shown as at work."
        let endless = Self.settings { $0.maximumSession = nil }
        #expect(OfficeRules.sentences(endless, StartRequirement()).contains(noLimit))
        let daily = OfficeRules.sentences(
            Self.settings { ($0.maximumSession, $0.closesAtBoundary, $0.attribution) = (nil, true, .split) }, StartRequirement()
        )
        #expect(
            daily.contains(
                "Without a clock-out, you are shown as at work until the next working day at most."))
        #expect(daily.contains { $0.hasSuffix("counts for both days, each with its part.") })
        #expect(!daily.contains(noLimit))
    }
}
