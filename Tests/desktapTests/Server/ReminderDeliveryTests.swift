import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(
    .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .enabled(if: SMTPServer.isAvailable, "\(SMTPServer.help)"),
    .timeLimit(.minutes(10)))
struct `Delivery of reminders` {
    /// Asks for corrections of Ada's record.
    private static func ask(_ count: Int, _ office: TestOffice) async throws {
        try await office.execute(
            """
            insert into correction_request (id, asker_id, person_id, type, kind, at, at_sent, reason, asked_at, log_seq)
            select gen_random_uuid(), id, id, 'add', 'end', now(), 'now', 'Forgot', now(), 0
              from person, generate_series(1, \(count)) where user_name = 'ada'
            """)
    }

    private static func waitUntilSent(_ count: Int, _ office: TestOffice) async throws {
        let query = "select (count(*) filter (where state = 'sent') = \(count))::text from reminder"
        while try await office.value(query) != "true" { try await Task.sleep(for: .milliseconds(50)) }
    }

    @Test func `Two servers send each e-mail once through a real mail server, also after a restart`() async throws {
        try await TestOffice.with { (office) async throws in
            let store = office.store
            var reminders = OfficeReminders()
            (reminders.isOn, reminders.quietFrom, reminders.quietTo) = (true, 0, 0)
            try await store.offices.change(
                office.office, OfficeChange(reminders: reminders), now: Instant(millisecondsSince1970: 0))
            let bo = try await store.people.person(userName: "bo").id
            let team = try await store.teams.addTeam("Design", in: office.office)
            try await store.people.assign([try await store.people.person(userName: "ada").id], to: team)
            try await store.people.setManager(bo, of: team, to: true)
            try await store.reminders.set(
                email: "bo@mail.example", isConfirmed: true, of: bo, now: Instant(millisecondsSince1970: 0))
            try await Self.ask(20, office)
            try await SMTPServer.with { (mailServer) async throws in
                try await TestFolder.with { (folder) async throws in
                    let environment = [
                        "DESKTAP_MAIL_SERVER": "smtp://127.0.0.1:\(mailServer.port)",
                        "DESKTAP_MAIL_FROM": "desk@office.example", "DESKTAP_PUBLIC_URL": "https://desk.example.com",
                    ]
                    func start() async throws -> ServerProcess {
                        try await ServerProcess.start(
                            database: office.database.connectionString, in: folder, environment: environment)
                    }
                    let servers = [try await start(), try await start()]
                    try await Self.waitUntilSent(20, office)
                    for server in servers { #expect(await server.stop() == 0) }
                    try await Self.ask(1, office)
                    let restarted = try await start()
                    try await Self.waitUntilSent(21, office)
                    #expect(await restarted.stop() == 0)
                    let messages = try mailServer.messages
                    #expect(messages.count == 21 && Set(messages.compactMap { $0.headers["Message-ID"] }).count == 21)
                    let message = try #require(messages.first)
                    #expect(message.to == ["bo@mail.example"] && message.from == "desk@office.example")
                    #expect(message.clientName == "desk.example.com")
                    #expect(message.headers["Subject"] == "DeskTap: A correction request waits for you")
                    #expect(message.body.contains("https://desk.example.com/requests"))
                }
            }
        }
    }
}
