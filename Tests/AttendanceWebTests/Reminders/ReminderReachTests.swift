@testable import AttendanceWeb
@testable import Localization

import AttendanceStore
import TestOffice
import Testing

@Suite struct `Reach of reminders` {
    struct Case: Sendable {
        var isOfficeOn = true
        var sendsMail = true
        var sendsPush = true
        var isOn = true
        var email: String?
        var isConfirmed = true
        var accountEmail: String?
        var hasBrowsers = false
        let reach: ReminderReach
    }

    @Test(arguments: [
        Case(isOfficeOn: false, sendsMail: false, sendsPush: false, isOn: false, reach: .officeOff),
        Case(isOfficeOn: false, email: "ada@example.com", hasBrowsers: true, reach: .officeOff),
        Case(sendsMail: false, sendsPush: false, isOn: false, reach: .noWay),
        Case(sendsMail: false, sendsPush: false, email: "ada@example.com", hasBrowsers: true, reach: .noWay),
        Case(isOn: false, reach: .off), Case(isOn: false, email: "ada@example.com", hasBrowsers: true, reach: .off),
        Case(reach: .nowhere), Case(email: "ada@example.com", isConfirmed: false, reach: .nowhere),
        // What the server can no longer send to does not count.
        Case(sendsMail: false, email: "ada@example.com", reach: .nowhere),
        Case(sendsPush: false, hasBrowsers: true, reach: .nowhere),
        Case(email: "ada@example.com", reach: .email), Case(accountEmail: "ada@example.com", reach: .email),
        Case(sendsMail: false, accountEmail: "ada@example.com", reach: .nowhere), Case(hasBrowsers: true, reach: .browsers),
        Case(email: "ada@example.com", isConfirmed: false, hasBrowsers: true, reach: .browsers),
        Case(email: "ada@example.com", hasBrowsers: true, reach: .emailAndBrowsers),
    ])
    func `The state of a person's reminders is the first obstacle, or where they go`(found: Case) {
        var preference = ReminderPreference()
        (preference.isOn, preference.email, preference.isEmailConfirmed) = (found.isOn, found.email, found.isConfirmed)
        preference.accountEmail = found.accountEmail
        let reach = ReminderReach(
            isOfficeOn: found.isOfficeOn, sendsMail: found.sendsMail, sendsPush: found.sendsPush, preference,
            hasBrowsers: found.hasBrowsers)
        #expect(reach == found.reach)
    }

    @Test func `Each state of a person's reminders has a sentence in both languages`() throws {
        let words = try Words(folder: TestOffice.checkout + "/web/words")
        func sentence(_ reach: ReminderReach, _ language: Language) -> String {
            Catalogue.$current.withValue(words[language]) { reach.sentence }
        }
        for language in Language.allCases {
            #expect(Set(ReminderReach.allCases.map { sentence($0, language) }).count == ReminderReach.allCases.count)
        }
        #expect(sentence(.nowhere, .en) == "Reminders do not reach you yet. Choose where they go.")
        #expect(sentence(.nowhere, .ja) == "リマインダーの届け先がまだありません。設定してください。")
    }
}
