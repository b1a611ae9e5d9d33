@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Reminders of an office` {
    private func page(_ web: TestWeb) async throws -> String {
        let answer = try await web.send(.get, Address.ofOffice(web.office.office), as: "lea", headers: .page)
        #expect(answer.status == .ok)
        return answer.text
    }

    @Test func `An administrator switches the reminders of an office on and sets their times`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, office) = (web.office.store, web.office.office)
            let address = Address.ofOffice(office)
            let before = try await page(web)
            #expect(before.contains("name=\"reminders\" value=\"yes\">"))
            #expect(before.contains("name=\"missing_end_at\" value=\"20:00\""))
            #expect(
                before.contains("name=\"quiet_from\" value=\"21:00\"") && before.contains("name=\"quiet_to\" value=\"07:00\""))
            let fields = [
                "name": "Harbour Office", "names": "office", "reminders": "yes", "missing_end_at": "09:30",
                "quiet_from": "22:15", "quiet_to": "00:00",
            ]
            let saved = try await web.sendForm(address, as: "lea", fields)
            #expect(saved.status == .seeOther && saved.headers[.location] == Address.ofOffice(office))
            let found = try await store.reminders.officeReminders(of: office)
            #expect(found.isOn && found.missingEndAt == 34_200 && found.quietFrom == 80_100 && found.quietTo == 0)
            let after = try await page(web)
            #expect(after.contains("name=\"reminders\" value=\"yes\" checked>") && after.contains("value=\"09:30\""))
            let off = [
                "name": "Harbour Office", "names": "office", "missing_end_at": "09:30", "quiet_from": "22:15",
                "quiet_to": "00:00",
            ]
            #expect(try await web.sendForm(address, as: "lea", off).status == .seeOther)
            #expect(try await !store.reminders.officeReminders(of: office).isOn)
        }
    }

    @Test(arguments: [
        ("missing_end_at", "24:00", "“Remind of a forgotten clock-out at” needs a time"),
        ("quiet_from", "nine", "“Quiet hours from” needs a time"), ("quiet_to", "", "“Quiet hours until” needs a time"),
    ])
    func `A wrong time is refused and kept`(name: String, time: String, sentence: String) async throws {
        try await TestWeb.with { (web) async throws in
            let office = web.office.office
            let fields = [
                "name": "Harbour Office", "names": "office", "reminders": "yes", "missing_end_at": "09:30",
                "quiet_from": "22:15", "quiet_to": "06:00",
            ]
            .merging([name: time]) { $1 }
            let answer = try await web.sendForm(Address.ofOffice(office), as: "lea", fields)
            #expect(answer.status == .badRequest && answer.text.contains(sentence), "\(answer.text)")
            #expect(answer.text.contains("name=\"\(name)\" value=\"\(time)\""))
            #expect(answer.text.contains("name=\"reminders\" value=\"yes\" checked>"))
            #expect(try await !web.office.store.reminders.officeReminders(of: office).isOn)
        }
    }

    @Test func `The settings say whether the server can send e-mail`() async throws {
        let sentence = "This server sends no e-mail"
        try await TestWeb.with { (web) async throws in
            #expect(try await page(web).contains(sentence))
        }
        let channels = ReminderChannels(sendMail: { _ in })
        try await TestWeb.with(reminders: channels) { (web) async throws in #expect(try await !page(web).contains(sentence)) }
    }
}
