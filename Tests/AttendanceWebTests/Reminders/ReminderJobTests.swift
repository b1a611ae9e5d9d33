import Attendance
import AttendanceStore
import Crypto
import Foundation
import HTTPTypes
import Messaging
import ServiceLifecycle
import TestOffice
import TestServers
import Testing

@testable import AttendanceWeb

/// Ada is an employee and Bo manages her team; Cy is HR, and Lea an administrator. The clock starts on Friday 20 November at noon.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Reminder job` {
    private static let hour = Duration.seconds(3600)

    /// Passes a server whose office has reminders since Thursday at noon. Times are full hours.
    private func withReminders(
        at missingEndAt: Int64 = 20, quietFrom: Int64 = 0, quietTo: Int64 = 0, _ body: (TestWeb) async throws -> Void
    ) async throws {
        var reminders = OfficeReminders()
        (reminders.isOn, reminders.missingEndAt) = (true, missingEndAt * 3600)
        (reminders.quietFrom, reminders.quietTo) = (quietFrom * 3600, quietTo * 3600)
        let set = reminders
        try await TestWeb.with { (web) async throws in
            web.clock.stop()
            try await web.office.store.offices.change(
                web.office.office, OfficeChange(reminders: set), now: TestOffice.noon - .seconds(86_400))
            let team = try await web.office.store.teams.addTeam("Design", in: web.office.office)
            try await web.office.store.people.assign([try await person("ada", web).id], to: team)
            try await web.office.store.people.setManager(try await person("bo", web).id, of: team, to: true)
            try await body(web)
        }
    }

    private func person(_ user: String, _ web: TestWeb) async throws -> Person {
        try await web.office.store.people.person(userName: user)
    }

    private func addEmail(to users: String..., in web: TestWeb) async throws {
        for user in users {
            try await web.office.store.reminders.set(
                email: "\(user)@example.com", isConfirmed: true, of: try await person(user, web).id, now: web.clock.now())
        }
    }

    /// Signs the person in, and adds the browser.
    /// - Returns: the session's token.
    @discardableResult
    private func addBrowser(
        to user: String, in web: TestWeb, from origin: SessionOrigin = SessionOrigin()
    ) async throws -> String {
        let (store, person, now) = (web.office.store, try await person(user, web).id, web.clock.now())
        let token = try await store.sessions.beginSession(
            for: person, on: "Firefox on Linux", by: .link, from: origin, now: now)
        try await store.reminders.add(
            endpoint: "https://updates.push.services.mozilla.com/\(user)",
            publicKey: Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation),
            authentication: [UInt8](repeating: 1, count: 16), name: "Firefox on Linux", of: person,
            in: try await store.sessions.devices(of: person, now: now).max { $0.id < $1.id }?.id, now: now)
        return try #require(token)
    }

    @discardableResult
    private func look(_ sent: SentMessages, _ web: TestWeb) async -> Bool {
        await ReminderJob(web.services, sender: sent.sender).look()
    }

    /// The states of a person's messages, latest first.
    private func states(of user: String, _ web: TestWeb) async throws -> [String] {
        try await web.office.store.reminders.outbox(of: try await person(user, web).id).map(\.state.rawValue)
    }

    private func tap(_ kind: TapKind, _ hoursAfterNoon: Double, _ web: TestWeb) async throws {
        let at = TestOffice.noon + .milliseconds(Int64(hoursAfterNoon * 3_600_000))
        _ = try await web.services.recorder.record([
            TestOffice.submission("ada", kind, at: at, desk: kind == .start ? "6F-A1" : nil)
        ])
    }

    /// Asks for an end of Ada's work at 11:00.
    /// - Parameter user: the requester.
    private func ask(by user: String = "ada", _ web: TestWeb) async throws -> UUID {
        let (requester, ada) = (try await person(user, web), try await person("ada", web))
        let end = Tap(id: UUID(), user: "ada", kind: .end, at: TestOffice.noon - Self.hour, desk: nil)
        let record = LogRecord.add(end, Justification(author: user, reason: "Forgot"))
        let outcome = try await web.office.store.requests.ask(
            record, atSent: nil, by: requester, for: ada, now: web.clock.now())
        guard case .asked = outcome else {
            Issue.record("\(outcome)")
            return end.id
        }
        return end.id
    }

    // MARK: Forgotten ends

    @Test func `An evening without a clock-out causes one e-mail, whose link opens the form for it`() async throws {
        try await withReminders { web in
            try await addEmail(to: "ada", in: web)
            try await tap(.start, -4, web)
            let sent = SentMessages()
            web.clock.advance(by: .seconds(8 * 3600 - 1))
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            web.clock.advance(by: .seconds(1))
            for _ in 0..<3 { await look(sent, web) }
            let message = try #require(sent.messages.first)
            #expect(sent.messages.count == 1 && message.to == "ada@example.com")
            #expect(message.subject == "DeskTap: Clock-out missing on Friday 20 November")
            #expect(message.text.contains("If you have left, enter when."))
            let link = "/me?forgotten=2026-11-20#forgotten"
            #expect(message.text.contains("\n\n\(TestWeb.publicURL)\(link)\n\n"))
            #expect(message.text.hasSuffix("\n\(TestWeb.publicURL)/me/reminders"))
            // No hours.
            #expect(!message.text.contains("08:00"))
            let page = try await web.send(.get, "/me?forgotten=2026-11-20", as: "ada", headers: .page).text
            #expect(page.contains("When did you leave on Friday 20 November?"))
            #expect(try await !web.send(.get, "/me", as: "ada", headers: .page).text.contains("When did you leave"))
            // The next day, the session is closed without an end: the same case.
            web.clock.advance(by: .seconds(86_400))
            await look(sent, web)
            #expect(sent.messages.count == 1)
            #expect(try await states(of: "ada", web) == ["sent"])
        }
    }

    @Test func `In the evening, a session of less than six hours is no forgotten end`() async throws {
        try await withReminders { web in
            try await addEmail(to: "ada", in: web)
            try await tap(.start, 2.5, web)
            let sent = SentMessages()
            web.clock.advance(by: .seconds(8 * 3600))
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            #expect(try await states(of: "ada", web) == [])
        }
    }

    @Test func `A correction of a day makes no second message`() async throws {
        try await withReminders { web in
            try await addEmail(to: "ada", in: web)
            try await tap(.start, -4, web)
            let sent = SentMessages()
            web.clock.advance(by: .seconds(8 * 3600))
            await look(sent, web)
            // An earlier tap arrives late: the session has another first one.
            try await tap(.start, -5, web)
            web.clock.advance(by: .seconds(86_400))
            await look(sent, web)
            #expect(sent.messages.count == 1)
        }
    }

    @Test func `A run that is made up for in the daytime reminds nobody who is at work`() async throws {
        try await withReminders { web in
            try await addEmail(to: "ada", in: web)
            try await tap(.start, -28, web)
            try await tap(.start, -4, web)
            let sent = SentMessages()
            web.clock.advance(by: .seconds(3 * 3600))
            await look(sent, web)
            #expect(sent.messages.map(\.subject) == ["DeskTap: Clock-out missing on Thursday 19 November"])
            web.clock.advance(by: .seconds(5 * 3600))
            await look(sent, web)
            #expect(sent.messages.map(\.subject).last == "DeskTap: Clock-out missing on Friday 20 November")
            #expect(sent.messages.count == 2)
        }
    }

    @Test func `An office that switches reminders on waits for the next time of its own`() async throws {
        try await withReminders { web in
            let store = web.office.store.reminders
            try await addEmail(to: "ada", in: web)
            try await tap(.start, -28, web)
            var reminders = try await store.officeReminders(of: web.office.office)
            for isOn in [false, true] {
                reminders.isOn = isOn
                try await web.office.store.offices.change(
                    web.office.office, OfficeChange(reminders: reminders), now: web.clock.now())
            }
            let sent = SentMessages()
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            web.clock.advance(by: .seconds(8 * 3600 + 60))
            // Saved again, nothing changes.
            try await web.office.store.offices.change(
                web.office.office, OfficeChange(reminders: reminders), now: web.clock.now())
            await look(sent, web)
            #expect(sent.messages.map(\.subject) == ["DeskTap: Clock-out missing on Thursday 19 November"])
        }
    }

    @Test func `In the morning, only days without an end count, and each of them once`() async throws {
        try await withReminders(at: 8) { web in
            try await addEmail(to: "ada", in: web)
            try await tap(.start, -28, web)
            try await tap(.start, -4, web)
            let sent = SentMessages()
            for _ in 0..<3 { await look(sent, web) }
            #expect(sent.messages.map(\.subject) == ["DeskTap: Clock-out missing on Thursday 19 November"])
            #expect(sent.messages[0].text.contains("Enter when you left."))
            web.clock.advance(by: .seconds(20 * 3600))
            await look(sent, web)
            #expect(sent.messages.map(\.subject).last == "DeskTap: Clock-out missing on Friday 20 November")
            web.clock.advance(by: .seconds(86_400))
            await look(sent, web)
            #expect(sent.messages.count == 2)
        }
    }

    @Test func `An end that is added or requested before the quiet hours end needs no reminder`() async throws {
        for isRequested in [false, true] {
            try await withReminders(at: 22, quietFrom: 21, quietTo: 7) { web in
                try await addEmail(to: "ada", in: web)
                try await tap(.start, -4, web)
                let sent = SentMessages()
                web.clock.advance(by: .seconds(10 * 3600))
                await look(sent, web)
                #expect(try await states(of: "ada", web) == ["waiting"])
                if isRequested { _ = try await ask(web) } else { try await tap(.end, 9.9, web) }
                web.clock.advance(by: .seconds(9 * 3600))
                await look(sent, web)
                #expect(sent.messages.isEmpty)
                #expect(try await states(of: "ada", web) == ["obsolete"])
            }
        }
    }

    @Test func `Messages of the quiet hours are sent when these end`() async throws {
        try await withReminders(at: 22, quietFrom: 21, quietTo: 7) { web in
            try await addEmail(to: "ada", "bo", in: web)
            try await tap(.start, -4, web)
            let sent = SentMessages()
            web.clock.advance(by: .seconds(10 * 3600))
            await look(sent, web)
            let end = Tap(id: UUID(), user: "ada", kind: .start, at: TestOffice.noon - .seconds(86_400), desk: DeskID("6F-A1"))
            _ = try await web.office.store.requests.ask(
                .add(end, Justification(author: "ada", reason: "Forgot")), atSent: nil, by: try await person("ada", web),
                for: try await person("ada", web), now: web.clock.now())
            web.clock.advance(by: .seconds(9 * 3600 - 1))
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            web.clock.advance(by: .seconds(1))
            await look(sent, web)
            #expect(Set(sent.messages.map(\.to)) == ["ada@example.com", "bo@example.com"])
            #expect(sent.messages.count == 2)
        }
    }

    // MARK: Requests

    @Test func `A decision goes to the requester in the requester's language, with a link to the day`() async throws {
        try await withReminders { web in
            try await addEmail(to: "ada", in: web)
            let store = web.office.store
            let (ada, bo) = (try await person("ada", web), try await person("bo", web))
            let sent = SentMessages()
            _ = try await store.requests.refuse(try await ask(web), by: bo, comment: "Rubbish", now: web.clock.now())
            await look(sent, web)
            let message = try #require(sent.messages.first)
            #expect(message.subject == "DeskTap: Your correction request was rejected")
            let link = "/me?month=2026-11&day=2026-11-20#day-2026-11-20"
            #expect(message.text.contains("\n\n\(TestWeb.publicURL)\(link)\n\n"))
            #expect(!message.text.contains("11:00") && !message.text.contains("Rubbish"))
            try await store.reminders.set(language: "ja", of: ada.id)
            _ = try await store.requests.withdraw(try await ask(web), by: ada, now: web.clock.now())
            await look(sent, web)
            #expect(sent.messages.count == 1)
            _ = try await store.requests.refuse(try await ask(web), by: bo, comment: "Rubbish", now: web.clock.now())
            await look(sent, web)
            await look(sent, web)
            #expect(sent.messages.count == 2)
            #expect(sent.messages[1].subject == "DeskTap: 修正申請が却下されました")
        }
    }

    @Test func `A request for another person's record leads its requester to the own page`() async throws {
        try await withReminders { web in
            try await addEmail(to: "bo", in: web)
            let cy = try await person("cy", web)
            _ = try await web.office.store.requests.refuse(
                try await ask(by: "bo", web), by: cy, comment: "Rubbish", now: web.clock.now())
            let sent = SentMessages()
            await look(sent, web)
            #expect(sent.messages.map(\.to) == ["bo@example.com"])
            #expect(sent.messages.first?.text.contains("\n\n\(TestWeb.publicURL)/me\n\n") == true)
        }
    }

    @Test func `An open request goes to the team's managers, and without one to HR, but not to its requester`() async throws {
        try await withReminders { web in
            try await addEmail(to: "ada", "bo", "cy", "lea", in: web)
            let sent = SentMessages()
            _ = try await ask(web)
            await look(sent, web)
            #expect(sent.messages.map(\.to) == ["bo@example.com"])
            #expect(sent.messages.first?.subject == "DeskTap: A correction request waits for you")
            #expect(sent.messages.first?.text.contains("\n\n\(TestWeb.publicURL)/requests\n\n") == true)
            // Bo cannot decide his own request.
            _ = try await ask(by: "bo", web)
            await look(sent, web)
            #expect(sent.messages.map(\.to) == ["bo@example.com", "cy@example.com"])
            // Without a manager, HR gets the first one, too.
            let team = try await web.office.store.teams.team(named: "Design")
            try await web.office.store.people.setManager(try await person("bo", web).id, of: team.id, to: false)
            await look(sent, web)
            #expect(sent.messages.map(\.to) == ["bo@example.com", "cy@example.com", "cy@example.com"])
        }
    }

    @Test func `A request that is decided before its message is sent needs none`() async throws {
        try await withReminders(quietFrom: 11, quietTo: 13) { web in
            try await addEmail(to: "bo", in: web)
            let request = try await ask(web)
            let sent = SentMessages()
            await look(sent, web)
            #expect(try await states(of: "bo", web) == ["waiting"])
            _ = try await web.office.store.requests.refuse(
                request, by: try await person("cy", web), comment: "Rubbish", now: web.clock.now())
            web.clock.advance(by: Self.hour)
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            #expect(try await states(of: "bo", web) == ["obsolete"])
        }
    }

    @Test func `A new browser or address, or an office that switches reminders on, gets no old requests`() async throws {
        try await withReminders { web in
            let (store, bo) = (web.office.store.reminders, try await person("bo", web).id)
            let sent = SentMessages()
            try await addBrowser(to: "bo", in: web)
            _ = try await ask(web)
            await look(sent, web)
            #expect(sent.messages.count == 1)
            web.clock.advance(by: .seconds(60))
            // The same browser switches reminders off and on.
            for device in try await store.devices(of: bo) { try await store.removeDevice(id: device.id, of: bo) }
            try await addBrowser(to: "bo", in: web)
            try await addEmail(to: "bo", in: web)
            await look(sent, web)
            #expect(sent.messages.count == 1)
            _ = try await ask(web)
            await look(sent, web)
            #expect(sent.messages.count == 3)
            _ = try await ask(web)
            web.clock.advance(by: .seconds(60))
            var reminders = try await store.officeReminders(of: web.office.office)
            for isOn in [false, true] {
                reminders.isOn = isOn
                try await web.office.store.offices.change(
                    web.office.office, OfficeChange(reminders: reminders), now: web.clock.now())
            }
            await look(sent, web)
            #expect(sent.messages.count == 3)
        }
    }

    // MARK: Delivery

    @Test func `Two servers send each of 100 messages exactly once`() async throws {
        try await withReminders { web in
            try await addEmail(to: "bo", in: web)
            let ada = try await person("ada", web).id
            try await web.office.execute(
                """
                insert into correction_request (id, asker_id, person_id, type, kind, at, at_sent, reason, asked_at, log_seq)
                select gen_random_uuid(), \(ada), \(ada), 'add', 'end', '2026-11-20 02:00Z', '2026-11-20T02:00Z', 'Forgot',
                       '2026-11-20 03:00Z', 0
                  from generate_series(1, 100)
                """)
            let servers = [SentMessages { await Task.yield() }, SentMessages { await Task.yield() }]
            await withTaskGroup(of: Void.self) { group in
                for sent in servers { group.addTask { await look(sent, web) } }
            }
            for sent in servers { await look(sent, web) }
            let messages = servers.flatMap(\.messages)
            #expect(messages.count == 100 && Set(messages.map(\.id)).count == 100)
            #expect(try await web.office.value("select string_agg(distinct state, ' ') from reminder") == "sent")
        }
    }

    @Test func `A slow mail server delays no new cases: after half a minute the job looks for them`() async throws {
        try await withReminders { web in
            try await addEmail(to: "bo", in: web)
            for _ in 0..<3 { _ = try await ask(web) }
            let sent = SentMessages { [clock = web.clock] in clock.advance(by: .seconds(20)) }
            #expect(await look(sent, web))
            #expect(sent.messages.count == 2)
            #expect(await !look(sent, web))
            #expect(sent.messages.count == 3)
        }
    }

    @Test func `A message whose server vanished is sent again with the same id when its lease ends`() async throws {
        try await withReminders { web in
            try await addEmail(to: "bo", in: web)
            _ = try await ask(web)
            let vanishing = SentMessages { try await Task.sleep(for: .seconds(3600)) }
            let server = Task { await look(vanishing, web) }
            while vanishing.messages.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            server.cancel()
            _ = await server.value
            #expect(try await states(of: "bo", web) == ["sending"])
            let sent = SentMessages()
            web.clock.advance(by: ReminderStore.lease - .seconds(1))
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            web.clock.advance(by: .seconds(1))
            await look(sent, web)
            await look(sent, web)
            #expect(sent.messages == vanishing.messages && sent.messages.count == 1)
            #expect(try await states(of: "bo", web) == ["sent"])
        }
    }

    @Test func `An unexpected error of one message or office does not hold up the others`() async throws {
        try await withReminders { web in
            try await addEmail(to: "ada", "bo", in: web)
            let (first, store) = (try await ask(web), web.office.store)
            let sent = SentMessages()
            sent.fail(with: .unavailable("busy"))
            await look(sent, web)
            // The first message cannot end any more, and no message about a missing end can be added.
            _ = try await store.requests.refuse(
                first, by: try await person("cy", web), comment: "Rubbish", now: web.clock.now() + .seconds(60))
            try await web.office.execute(
                "alter table reminder add check (state <> 'obsolete'), add check (kind <> 'missing_end')")
            _ = try await ask(web)
            try await tap(.start, -28, web)
            web.clock.advance(by: .seconds(8 * 3600))
            await look(sent, web)
            #expect(Set(sent.messages.map(\.to)) == ["ada@example.com", "bo@example.com"] && sent.messages.count == 2)
            #expect(try await states(of: "bo", web).sorted() == ["sent", "waiting"])
            #expect(try await states(of: "ada", web) == ["sent"])
        }
    }

    @Test(arguments: [true, false]) func `A stop cancels a delivery, and notes what arrived even then`(arrives: Bool)
        async throws
    {
        try await withReminders { web in
            try await addEmail(to: "bo", in: web)
            _ = try await ask(web)
            let sent = SentMessages {
                do { try await Task.sleep(for: .seconds(3600)) } catch { if !arrives { throw error } }
            }
            let group = ServiceGroup(
                services: [ReminderJob(web.services, sender: sent.sender)], logger: TestOffice.logger)
            async let running: Void = group.run()
            while sent.messages.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            await group.triggerGracefulShutdown()
            try await running
            #expect(try await states(of: "bo", web) == [arrives ? "sent" : "sending"])
        }
    }

    @Test func `A temporary failure is repeated after a minute`() async throws {
        try await withReminders { web in
            try await addEmail(to: "bo", in: web)
            _ = try await ask(web)
            let sent = SentMessages()
            sent.fail(with: .unavailable("451 <bo@example.com> try later"))
            await look(sent, web)
            #expect(try await states(of: "bo", web) == ["waiting"])
            #expect(try await web.office.value("select error from reminder") == "451 <…> try later")
            web.clock.advance(by: .seconds(59))
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            web.clock.advance(by: .seconds(1))
            await look(sent, web)
            #expect(sent.messages.count == 1)
            #expect(try await states(of: "bo", web) == ["sent"])
        }
    }

    @Test func `A message whose last attempt fails is given up`() async throws {
        try await withReminders { web in
            try await addEmail(to: "bo", in: web)
            _ = try await ask(web)
            let sent = SentMessages()
            sent.fail(with: .unavailable("busy"), .unavailable("busy"))
            await look(sent, web)
            try await web.office.execute("update reminder set attempts = 28")
            web.clock.advance(by: .seconds(60))
            await look(sent, web)
            web.clock.advance(by: .seconds(86_400))
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            #expect(try await states(of: "bo", web) == ["failed"])
        }
    }

    @Test func `A message that could not be sent for more than two days is no longer sent`() async throws {
        try await withReminders { web in
            try await addEmail(to: "bo", in: web)
            _ = try await ask(web)
            let sent = SentMessages()
            sent.fail(with: .unavailable("busy"))
            await look(sent, web)
            web.clock.advance(by: .seconds(2 * 86_400 + 1))
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            #expect(try await states(of: "bo", web) == ["obsolete"])
        }
    }

    @Test func `A refused message fails, and a mailbox that is gone is no longer confirmed`() async throws {
        try await withReminders { web in
            try await addEmail(to: "bo", in: web)
            let bo = try await person("bo", web).id
            let sent = SentMessages()
            sent.fail(with: .refused("spam"), .gone)
            _ = try await ask(web)
            await look(sent, web)
            #expect(try await states(of: "bo", web) == ["failed"])
            #expect(try await web.office.store.reminders.preference(of: bo).isEmailConfirmed)
            _ = try await ask(web)
            await look(sent, web)
            #expect(try await states(of: "bo", web) == ["failed", "failed"])
            let preference = try await web.office.store.reminders.preference(of: bo)
            #expect(preference.email == "bo@example.com" && !preference.isEmailConfirmed)
            _ = try await ask(web)
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            #expect(try await states(of: "bo", web).count == 2)
        }
    }

    @Test func `A browser gets a notification, and is removed when its push service does not know it`() async throws {
        try await withReminders { web in
            try await addBrowser(to: "bo", in: web)
            let request = try await ask(web)
            let sent = SentMessages()
            await look(sent, web)
            await look(sent, web)
            let message = try #require(sent.messages.first)
            #expect(sent.messages.count == 1 && message.to == "https://updates.push.services.mozilla.com/bo")
            #expect(message.id == request.uuidString.lowercased().replacing("-", with: ""))
            let content = try JSONDecoder().decode([String: String].self, from: Data(message.text.utf8))
            #expect(
                content == [
                    "title": "A correction request waits for you", "body": "Approve or reject it.",
                    "url": TestWeb.publicURL + "/requests", "tag": message.id,
                ])
            sent.fail(with: .gone)
            _ = try await ask(web)
            await look(sent, web)
            #expect(try await web.office.store.reminders.devices(of: try await person("bo", web).id).isEmpty)
            #expect(try await states(of: "bo", web) == ["failed", "sent"])
        }
    }

    @Test(arguments: [true, false])
    func `A browser gets no notification after its session ended by itself, until the person signs in again`(
        isLimited: Bool
    ) async throws {
        try await withReminders { web in
            let end = web.clock.now() + Self.hour
            let token = try await addBrowser(to: "bo", in: web, from: SessionOrigin(expiresAt: isLimited ? end : nil))
            let sent = SentMessages()
            _ = try await ask(web)
            await look(sent, web)
            #expect(sent.messages.count == 1)
            if isLimited {
                web.clock.advance(by: Self.hour)
            } else {
                try await web.office.execute("update person set role = 'hr' where user_name = 'bo'")
                web.clock.advance(by: PrivilegedSessions.usual.idle + .seconds(1))
            }
            // The session of another browser.
            _ = try await web.cookie("bo")
            _ = try await ask(web)
            await look(sent, web)
            #expect(sent.messages.count == 1)
            #expect(try await states(of: "bo", web) == ["obsolete", "sent"])
            let store = web.office.store
            _ = try await store.sessions.beginSession(
                for: try await person("bo", web).id, on: "Firefox on Linux", by: .link, replacing: token, now: web.clock.now())
            _ = try await ask(web)
            await look(sent, web)
            #expect(sent.messages.count == 2)
            // Of a browser whose session is not known, any session of the person counts.
            try await web.office.execute("update push_subscription set session_id = null")
            _ = try await ask(web)
            await look(sent, web)
            #expect(sent.messages.count == 3)
            try await web.office.execute("update sign_in_session set expires_at = used_at")
            _ = try await ask(web)
            await look(sent, web)
            #expect(sent.messages.count == 3)
        }
    }

    // MARK: Questions

    /// Passes a server whose office has no reminders. Ada forgot to clock out on Thursday, and Cy asks her on Friday at noon.
    private func withQuestion(_ body: (TestWeb) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            web.clock.stop()
            try await addEmail(to: "ada", in: web)
            try await tap(.start, -27, web)
            #expect(try await askAda(web) == 1)
            try await body(web)
        }
    }

    private func askAda(_ web: TestWeb) async throws -> Int {
        let (ada, cy) = (try await person("ada", web).id, try await person("cy", web).id)
        let day = DailyRow.Key(date: try #require(CivilDate(text: "2026-11-19")), office: web.office.office)
        return try await web.office.store.reminders.ask(
            for: [ada: [day]], by: cy, now: web.clock.now(), zones: web.services.zones)
    }

    @Test func `A question is sent once, also in an office without reminders, and again if it is asked again`() async throws {
        try await withQuestion { web in
            let sent = SentMessages()
            for _ in 0..<3 { await look(sent, web) }
            let message = try #require(sent.messages.first)
            #expect(sent.messages.count == 1 && message.to == "ada@example.com")
            #expect(message.subject == "DeskTap: Add your clock-out of Thursday 19 November")
            #expect(message.text.contains("\(TestWeb.publicURL)/me?forgotten=2026-11-19#forgotten"))
            web.clock.advance(by: DayQuestion.pause)
            #expect(try await askAda(web) == 1)
            for _ in 0..<2 { await look(sent, web) }
            #expect(sent.messages.count == 2 && sent.messages[1].id != message.id)
            #expect(try await states(of: "ada", web) == ["sent", "sent"])
        }
    }

    @Test func `A question waits for the end of the quiet hours`() async throws {
        try await withQuestion { web in
            let sent = SentMessages()
            web.clock.advance(by: Self.hour * 10)
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            #expect(try await states(of: "ada", web) == ["waiting"])
            // To switch automatic reminders off does not discard it.
            try await web.office.store.offices.change(
                web.office.office, OfficeChange(reminders: OfficeReminders()), now: web.clock.now())
            web.clock.advance(by: Self.hour * 9)
            await look(sent, web)
            #expect(sent.messages.count == 1)
        }
    }

    @Test func `A question is not sent after the clock-out was added`() async throws {
        try await withQuestion { web in
            try await tap(.end, -19, web)
            let sent = SentMessages()
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            #expect(try await states(of: "ada", web) == ["obsolete"])
        }
    }

    @Test func `A person who has switched reminders off gets no question, and it is stored`() async throws {
        try await withQuestion { web in
            let (store, ada) = (web.office.store.reminders, try await person("ada", web).id)
            try await store.set(isOn: false, language: "en", of: ada)
            let sent = SentMessages()
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            #expect(try await states(of: "ada", web).isEmpty)
            let day = try #require(CivilDate(text: "2026-11-19"))
            #expect(try await store.questions(of: [ada], in: day...day)[ada]?.count == 1)
        }
    }

    // MARK: Switched off

    @Test func `Only offices and people that have reminders on, and a way to get them, cause messages`() async throws {
        try await withReminders { web in
            let (store, bo) = (web.office.store.reminders, try await person("bo", web).id)
            let sent = SentMessages()
            _ = try await ask(web)
            await look(sent, web)
            #expect(try await web.office.value("select count(*)::text from reminder") == "0")
            try await store.set(email: "bo@example.com", isConfirmed: false, of: bo, now: web.clock.now())
            await look(sent, web)
            #expect(try await store.confirm(email: "bo@example.com", of: bo, now: web.clock.now()))
            try await store.set(isOn: false, language: "en", of: bo)
            await look(sent, web)
            try await store.set(isOn: true, language: "en", of: bo)
            try await web.office.store.offices.change(
                web.office.office, OfficeChange(reminders: OfficeReminders()), now: web.clock.now())
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            #expect(try await web.office.value("select count(*)::text from reminder") == "0")
        }
    }

    @Test(arguments: [true, false]) func `Switching off discards what waits`(isOffice: Bool) async throws {
        try await withReminders(quietFrom: 11, quietTo: 13) { web in
            try await addEmail(to: "bo", in: web)
            _ = try await ask(web)
            let (store, sent) = (web.office.store.reminders, SentMessages())
            await look(sent, web)
            #expect(try await states(of: "bo", web) == ["waiting"])
            var reminders = try await store.officeReminders(of: web.office.office)
            for isOn in [false, true] {
                reminders.isOn = isOn
                if isOffice {
                    try await web.office.store.offices.change(
                        web.office.office, OfficeChange(reminders: reminders), now: web.clock.now())
                } else {
                    try await store.set(isOn: isOn, language: "en", of: try await person("bo", web).id)
                }
            }
            web.clock.advance(by: Self.hour)
            await look(sent, web)
            #expect(sent.messages.isEmpty)
            #expect(try await states(of: "bo", web) == ["obsolete"])
        }
    }
}
