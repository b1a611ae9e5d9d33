@testable import AttendanceWeb
@testable import Messaging

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Own reminders` {
    private func preference(_ user: String, _ web: TestWeb) async throws -> ReminderPreference {
        try await web.office.store.reminders.preference(of: try await web.office.store.people.person(userName: user).id)
    }

    private func page(_ user: String, _ web: TestWeb) async throws -> String {
        let answer = try await web.send(.get, Address.myReminders, as: user, headers: .page)
        #expect(answer.status == .ok)
        return answer.text
    }

    private func switchOfficeOn(_ web: TestWeb) async throws {
        var reminders = try await web.office.store.reminders.officeReminders(of: web.office.office)
        reminders.isOn = true
        try await web.office.store.offices.change(web.office.office, OfficeChange(reminders: reminders), now: web.clock.now())
    }

    // MARK: On and off

    @Test func `A person switches reminders off and on, and chooses their language, at first that of the page`() async throws {
        try await TestWeb.with(reminders: Mailbox().channels) { (web) async throws in
            try await switchOfficeOn(web)
            #expect(try await page("ada", web).contains("Reminders do not reach you yet."))
            func isChosen(_ language: String, on page: String) -> Bool {
                page.contains("<option value=\"\(language)\" lang=\"\(language)\" selected>")
            }
            // A page in Japanese, before anything is stored and after.
            var headers = HTTPFields.page
            headers[.acceptLanguage] = "ja"
            let first = try await web.send(.get, Address.myReminders, as: "ada", headers: headers).text
            #expect(isChosen("ja", on: first) && !isChosen("en", on: first), "\(first)")
            #expect(try await preference("ada", web).language == nil)
            headers[.contentType] = "application/x-www-form-urlencoded"
            let off = try await web.send(.post, Address.myReminders, as: "ada", headers: headers, body: "on=no")
            #expect(off.status == .seeOther && off.headers[.location] == Address.myReminders)
            #expect(try await !preference("ada", web).isOn)
            let shown = try await page("ada", web)
            #expect(shown.contains("You receive no reminders.") && isChosen("ja", on: shown))
            // A page in English does not change the language.
            #expect(try await web.sendForm(Address.myReminders, as: "ada", ["on": "yes"]).status == .seeOther)
            var found = try await preference("ada", web)
            #expect(found.isOn && found.language == "ja")
            // The person does.
            #expect(try await web.sendForm(Address.myReminders, as: "ada", ["language": "en"]).status == .seeOther)
            found = try await preference("ada", web)
            #expect(found.isOn && found.language == "en")
            #expect(try await web.sendForm(Address.myReminders, as: "ada", ["language": "xx"]).status == .badRequest)
            #expect(try await web.sendForm(Address.myReminders, as: "ada", ["on": "maybe"]).status == .badRequest)
            #expect(try await preference("bo", web).isOn)
        }
    }

    @Test func `The language that a signed-in person chooses is the language of the reminders`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.sendForm(Address.myReminders, as: "ada", ["on": "no"])
            #expect(try await web.sendForm(Address.language, as: "ada", ["language": "ja"]).status == .seeOther)
            let found = try await preference("ada", web)
            #expect(found.language == "ja" && !found.isOn)
            #expect(try await web.sendForm(Address.language, ["language": "en"]).status == .seeOther)
            #expect(try await preference("ada", web).language == "ja")
        }
    }

    @Test func `The page says the first obstacle, offers what is possible, and names a missing way once`() async throws {
        try await TestWeb.with(reminders: ReminderChannels(pushKey: "BExample")) { (web) async throws in
            let first = try await page("ada", web)
            #expect(first.contains("Your office does not send reminders.") && first.count(of: "as-it-is") == 1)
            #expect(first.count(of: "This server does not send e-mail.") == 1)
            #expect(first.contains("data-push") && !first.contains("type=\"email\""))
            let refused = try await web.sendForm(Address.myReminderEmail, as: "ada", ["email": "ada@example.com"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("This server does not send e-mail."))
            try await switchOfficeOn(web)
            let next = try await page("ada", web)
            #expect(!next.contains("Your office does not send reminders."))
            #expect(next.contains("Reminders do not reach you yet.") && next.count(of: "as-it-is") == 1)
            let settings = try await web.send(.get, Address.mySettings, as: "ada", headers: .page).text
            #expect(settings.contains("href=\"\(Address.myReminders)\""))
        }
    }

    @Test func `A server that can send no reminders offers no way, but removes a stored address`() async throws {
        try await TestWeb.with { (web) async throws in
            try await switchOfficeOn(web)
            let bare = try await page("ada", web)
            #expect(bare.contains("This server cannot send reminders yet."))
            #expect(!bare.contains("data-push") && !bare.contains(Address.myReminderEmail))
            let ada = try await web.office.store.people.person(userName: "ada")
            try await web.office.store.reminders.set(
                email: "ada@example.com", isConfirmed: true, of: ada.id, now: web.clock.now())
            let stored = try await page("ada", web)
            #expect(stored.contains("Remove the e-mail address") && !stored.contains("type=\"email\""))
        }
    }

    @Test func `Requests that wait for a decision are a kind of reminder only for people who decide them`() async throws {
        try await TestWeb.with { (web) async throws in
            let kind = "Correction request to decide"
            #expect(try await !page("ada", web).contains(kind))
            #expect(try await page("cy", web).contains(kind))
            let store = web.office.store
            let team = try await store.teams.addTeam("Design", in: web.office.office)
            try await store.people.setManager(try await store.people.person(userName: "ada").id, of: team, to: true)
            #expect(try await page("ada", web).contains(kind))
        }
    }

    @Test func `The page lists the latest messages to the person, the newest first`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute(
                """
                insert into reminder (person_id, kind, case_id, channel, device_id, state, not_before, created_at, ended_at)
                select id, kind, gen_random_uuid(), channel, device, state, at, at, ended
                  from person, (values
                      ('missing_end', 'mail', null, 'sent', timestamptz '2026-11-20T07:00:00+09:00',
                       timestamptz '2026-11-20T07:01:00+09:00'),
                      ('request_decided', 'push', 1, 'waiting', timestamptz '2026-11-20T11:30:00+09:00', null))
                      as sent (kind, channel, device, state, at, ended)
                 where user_name = 'ada'
                """)
            let shown = try await page("ada", web)
            let newer = try #require(shown.range(of: "Decision on your correction request <p"))
            let older = try #require(shown.range(of: "Forgotten clock-out <p"))
            #expect(newer.lowerBound < older.lowerBound)
            #expect(shown.contains("Browser · Waiting · 20 Nov 2026, 11:30"))
            #expect(shown.contains("E-mail · Sent · 20 Nov 2026, 07:01"))
            #expect(try await !page("bo", web).contains("Latest messages"))
        }
    }

    @Test func `Reminders are managed in a browser and not with a key`() async throws {
        try await TestWeb.with { (web) async throws in
            let ada = try await web.office.store.people.person(userName: "ada")
            let key = try await web.office.store.personalKeys.addKey(for: ada.id, now: web.clock.now())
            for address in [Address.myReminders, Address.myReminderEmail, Address.myReminderBrowsers] {
                let answer = try await web.send(.post, address, key: key, body: "on=no")
                #expect(answer.status == .forbidden && answer.json["reason"] == "browser_needed")
            }
            #expect(try await preference("ada", web).isOn)
        }
    }

    // MARK: E-mail

    @Test func `An e-mail address is used after its owner opens the link and confirms`() async throws {
        let mailbox = Mailbox()
        try await TestWeb.with(reminders: mailbox.channels) { (web) async throws in
            try await switchOfficeOn(web)
            let sent = try await web.sendForm(Address.myReminderEmail, as: "ada", ["email": "ada@example.com"])
            #expect(sent.status == .seeOther && sent.headers[.location] == Address.myReminders)
            let message = try #require(mailbox.messages.last)
            #expect(message.to.text == "ada@example.com" && message.subject == "Confirm your e-mail address for DeskTap")
            let stored = try await preference("ada", web)
            #expect(stored.email == "ada@example.com" && !stored.isEmailConfirmed)
            let waiting = try await page("ada", web)
            #expect(waiting.contains("Not confirmed yet") && waiting.contains("Send the link again"))
            #expect(waiting.contains("Reminders do not reach you yet."))

            // Opening the link does not confirm it.
            let link = try mailbox.link()
            let opened = try await web.send(.get, link, as: "ada", headers: .page)
            #expect(opened.status == .ok && opened.text.contains("Reminders will be sent to ada@example.com."))
            #expect(try await !preference("ada", web).isEmailConfirmed)
            let stranger = try await web.send(.get, link, headers: .page)
            #expect(stranger.headers[.location]?.hasPrefix("/sign-in?to=") == true)

            #expect(try await web.sendForm(link, as: "ada", [:]).headers[.location] == Address.myReminders)
            #expect(try await preference("ada", web).isEmailConfirmed)
            let confirmed = try await page("ada", web)
            #expect(confirmed.contains("Confirmed") && !confirmed.contains("Send the link again"))
            #expect(confirmed.contains("Reminders go to your e-mail address."))
            // The confirmed address again needs no further e-mail.
            _ = try await web.sendForm(Address.myReminderEmail, as: "ada", ["email": "ada@example.com"])
            #expect(mailbox.messages.count == 1)
            #expect(try await preference("ada", web).isEmailConfirmed)

            #expect(try await web.sendForm(Address.myReminderEmail, as: "ada", [:]).status == .seeOther)
            #expect(try await preference("ada", web).email == nil)
            #expect(try await web.sendForm(link, as: "ada", [:]).status == .notFound)
        }
    }

    @Test func `A link that is wrong, old, for an earlier address or of another person confirms nothing`() async throws {
        let mailbox = Mailbox()
        try await TestWeb.with(reminders: mailbox.channels) { (web) async throws in
            func isRefused(_ link: String, as user: String) async throws -> Bool {
                let page = try await web.send(.get, link, as: user, headers: .page)
                let sent = try await web.sendForm(link, as: user, [:])
                return page.status == .notFound && sent.status == .notFound
                    && sent.text.contains("This link has expired or belongs to another person")
            }
            _ = try await web.sendForm(Address.myReminderEmail, as: "ada", ["email": "ada@example.com"])
            let first = try mailbox.link()
            let day = try #require(first.firstMatch(of: /(\d+)\./)).output.1
            let later = first.replacing("/\(day).", with: "/\((Int(day) ?? 0) + 1).")
            for wrong in [later, first + "A", Address.confirmEmail("x"), Address.confirmEmail("99999999.AAAA")] {
                #expect(try await isRefused(wrong, as: "ada"), "\(wrong)")
            }
            #expect(try await isRefused(first, as: "bo"))
            // Bo has entered the same address, but not confirmed it.
            _ = try await web.sendForm(Address.myReminderEmail, as: "bo", ["email": "ada@example.com"])
            #expect(try await isRefused(first, as: "bo"))

            _ = try await web.sendForm(Address.myReminderEmail, as: "ada", ["email": "lindqvist@example.com"])
            #expect(try await isRefused(first, as: "ada"))
            let second = try mailbox.link()
            web.clock.advance(by: .seconds((EmailConfirmation.days + 1) * 86_400))
            #expect(try await isRefused(second, as: "ada"))
            for user in ["ada", "bo"] { #expect(try await !preference(user, web).isEmailConfirmed) }
        }
    }

    @Test(arguments: ["ada", "ada@", "ada@@example.com", "ada lindqvist@example.com", "ada@example.com\nBcc: bo@example.com"])
    func `A malformed e-mail address is refused and kept in the form`(email: String) async throws {
        let mailbox = Mailbox()
        try await TestWeb.with(reminders: mailbox.channels) { (web) async throws in
            let answer = try await web.sendForm(Address.myReminderEmail, as: "ada", ["email": email])
            #expect(answer.status == .badRequest && answer.text.contains("Enter an e-mail address"))
            #expect(answer.text.contains("name=\"email\" value=\"\(email)\""))
            #expect(try await preference("ada", web).email == nil && mailbox.messages.isEmpty)
        }
    }

    @Test func `Five e-mails an hour are sent for a person and to an address`() async throws {
        let mailbox = Mailbox()
        try await TestWeb.with(reminders: mailbox.channels) { (web) async throws in
            web.clock.stop()
            func send(_ user: String, _ email: String) async throws -> TestResponse {
                try await web.sendForm(Address.myReminderEmail, as: user, ["email": email])
            }
            for _ in 1...5 { #expect(try await send("ada", "ada@example.com").status == .seeOther) }
            let refused = try await send("ada", "lindqvist@example.com")
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
            #expect(refused.text.contains("At most five of these e-mails are sent in an hour."))
            #expect(try await preference("ada", web).email == "ada@example.com")
            #expect(try await send("bo", "ADA@example.com").status == .tooManyRequests)
            #expect(try await send("bo", "bo@example.com").status == .seeOther)
            web.clock.advance(by: .seconds(730))
            #expect(try await send("ada", "lindqvist@example.com").status == .seeOther)
            #expect(mailbox.messages.count == 7)
        }
    }

    @Test(
        arguments: [
            (.unavailable("no route"), .serviceUnavailable, "The mail server does not answer."),
            (.refused("550"), .unprocessableContent, "does not accept this address"),
            (.gone, .unprocessableContent, "does not accept this address"),
        ] as [(DeliveryError, HTTPResponse.Status, String)])
    func `An address to which no e-mail can be sent is not stored`(
        failure: DeliveryError, status: HTTPResponse.Status, sentence: String
    ) async throws {
        try await TestWeb.with(reminders: Mailbox(failing: failure).channels) { (web) async throws in
            let answer = try await web.sendForm(Address.myReminderEmail, as: "ada", ["email": "ada@example.com"])
            #expect(answer.status == status && answer.text.contains(sentence))
            #expect(answer.text.contains("name=\"email\" value=\"ada@example.com\""))
            #expect(try await preference("ada", web).email == nil)
        }
    }

    // MARK: Browsers

    /// The fields of a subscription, with the keys of RFC 8291, 5.
    private func subscription(_ endpoint: String, _ changes: [String: String] = [:]) -> [String: String] {
        [
            "endpoint": endpoint,
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        ].merging(changes) { $1 }
    }

    private func endpoints(_ user: String, _ web: TestWeb) async throws -> [String] {
        let person = try await web.office.store.people.person(userName: user)
        return try await web.office.store.reminders.devices(of: person.id).map(\.endpoint)
    }

    @Test func `A browser's reminders end with its session, whoever ends it, and go on after a new sign-in`() async throws {
        try await TestWeb.with(reminders: Mailbox().channels) { (web) async throws in
            try await switchOfficeOn(web)
            let (store, cookies) = (web.office.store, web.services.cookies)
            let ada = try await store.people.person(userName: "ada")
            /// Signs in, and adds the browser.
            func browser(_ name: String, replacing old: String? = nil) async throws -> String {
                let token = try #require(
                    try await store.sessions.beginSession(
                        for: ada.id, on: name, by: .link, replacing: old, now: web.clock.now()))
                return token
            }
            func add(_ name: String, _ token: String) async throws {
                let added = try await web.sendForm(
                    Address.myReminderBrowsers, cookie: "\(cookies.session.name)=\(token)",
                    subscription("https://push.example.com/\(name)"))
                #expect(added.status == .seeOther && added.headers[.location] == Address.myReminders, "\(added.text)")
            }
            var tokens: [String: String] = [:]
            for name in ["signed-out", "ended", "renewed", "shared", "last"] {
                tokens[name] = try await browser(name)
                try await add(name, try #require(tokens[name]))
            }
            #expect(try await endpoints("ada", web).count == 5)
            _ = try await web.sendForm(
                Address.signOut, cookie: "\(cookies.session.name)=\(try #require(tokens["signed-out"]))", ["sure": "yes"])
            let device = try #require(
                try await store.sessions.devices(of: ada.id, now: web.clock.now()).first { $0.device == "ended" })
            #expect(try await store.sessions.endSession(device.id, of: ada.id, now: web.clock.now()))
            // The same person signs in again in one browser, and another person in another one.
            _ = try await browser("renewed", replacing: tokens["renewed"])
            let bo = try await store.people.person(userName: "bo")
            _ = try await store.sessions.beginSession(
                for: bo.id, on: "shared", by: .link, replacing: tokens["shared"], now: web.clock.now())
            let left = ["last", "renewed"].map { "https://push.example.com/\($0)" }
            #expect(try await endpoints("ada", web).sorted() == left)
            #expect(try await endpoints("bo", web) == [])
            // A browser that was added before its session was known goes with the last session.
            try await web.office.execute("update push_subscription set session_id = null where endpoint like '%renewed'")
            let last = try await store.sessions.devices(of: ada.id, now: web.clock.now()).first { $0.device == "last" }
            _ = try await store.sessions.endSession(try #require(last).id, of: ada.id, now: web.clock.now())
            #expect(try await endpoints("ada", web) == [left[1]])
            try await store.sessions.endSessions(of: ada.id, now: web.clock.now())
            #expect(try await endpoints("ada", web) == [])
        }
    }

    @Test func `A browser is added, moves to the person who uses it next, and is removed`() async throws {
        try await TestWeb.with(reminders: Mailbox().channels) { (web) async throws in
            try await switchOfficeOn(web)
            let (one, two) = ("https://push.example.com/one", "https://push.example.com/two")
            for endpoint in [one, two, one] {
                let added = try await web.sendForm(Address.myReminderBrowsers, as: "ada", subscription(endpoint))
                #expect(added.status == .seeOther && added.headers[.location] == Address.myReminders)
            }
            #expect(Set(try await endpoints("ada", web)) == [one, two])
            let shown = try await page("ada", web)
            #expect(shown.contains("data-push=\"BExample\" data-worker=\"\(Address.reminderWorker)\""))
            #expect(shown.contains("data-endpoint=\"\(one)\"") && shown.contains("since 20 Nov 2026"))
            #expect(shown.contains("Reminders go to your browsers."))
            let ada = try await web.office.store.people.person(userName: "ada")
            try await web.office.store.reminders.set(
                email: "ada@example.com", isConfirmed: true, of: ada.id, now: web.clock.now())
            #expect(try await page("ada", web).contains("Reminders go to your e-mail address and browsers."))

            _ = try await web.sendForm(Address.myReminderBrowsers, as: "bo", subscription(one))
            #expect(try await endpoints("ada", web) == [two])
            #expect(try await endpoints("bo", web) == [one])

            // A person cannot remove another person's browser.
            let bo = try await web.office.store.people.person(userName: "bo")
            let device = try #require(try await web.office.store.reminders.devices(of: bo.id).first)
            _ = try await web.sendForm(Address.removeReminderBrowser(device.id), as: "ada", [:])
            _ = try await web.sendForm(Address.removeThisReminderBrowser, as: "ada", ["endpoint": one])
            #expect(try await endpoints("bo", web) == [one])
            #expect(try await web.sendForm(Address.removeReminderBrowser(device.id), as: "bo", [:]).status == .seeOther)
            #expect(try await endpoints("bo", web).isEmpty)
            #expect(
                try await web.sendForm(Address.removeThisReminderBrowser, as: "ada", ["endpoint": two]).status == .seeOther)
            #expect(try await endpoints("ada", web).isEmpty)
            for wrong in ["/me/reminders/browsers/x/remove", "/me/reminders/browsers/9223372036854775808/remove"] {
                #expect(try await web.sendForm(wrong, as: "ada", [:]).status == .notFound)
            }
            #expect(try await web.sendForm(Address.removeThisReminderBrowser, as: "ada", [:]).status == .badRequest)
        }
    }

    @Test(
        arguments: [
            (["endpoint": "https://evil.example/x"], "This browser’s notification service, evil.example, is not allowed"),
            (["endpoint": "http://push.example.com/x"], "subscription is incomplete"),
            (["endpoint": ""], "subscription is incomplete"), (["p256dh": "BCVx"], "subscription is incomplete"),
            (["p256dh": "???"], "subscription is incomplete"), (["auth": "BTBZ"], "subscription is incomplete"),
        ] as [([String: String], String)])
    func `A malformed subscription or a foreign push service is refused`(
        changes: [String: String], sentence: String
    ) async throws {
        try await TestWeb.with(reminders: Mailbox().channels) { (web) async throws in
            let fields = subscription("https://push.example.com/one", changes)
            let answer = try await web.sendForm(Address.myReminderBrowsers, as: "ada", fields)
            #expect([.badRequest, .unprocessableContent].contains(answer.status) && answer.text.contains(sentence))
            #expect(try await endpoints("ada", web).isEmpty)
        }
    }

    @Test func `A server without push messages adds no browser`() async throws {
        try await TestWeb.with { (web) async throws in
            let fields = subscription("https://push.example.com/one")
            let answer = try await web.sendForm(Address.myReminderBrowsers, as: "ada", fields)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("This server does not send browser notifications."))
        }
    }

    @Test func `Another site cannot add a browser`() async throws {
        try await TestWeb.with(reminders: Mailbox().channels) { (web) async throws in
            var headers: HTTPFields = [.contentType: "application/json"]
            headers.append(HTTPField(name: try #require(HTTPField.Name("Sec-Fetch-Site")), value: "cross-site"))
            let body = String(
                decoding: try JSONEncoder().encode(subscription("https://push.example.com/one")), as: UTF8.self)
            let foreign = try await web.send(.post, Address.myReminderBrowsers, as: "ada", headers: headers, body: body)
            #expect(foreign.json["reason"] == "cross_site")
            #expect(try await endpoints("ada", web).isEmpty)
        }
    }
}
