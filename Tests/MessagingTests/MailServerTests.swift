@testable import Messaging

import Attendance
import TestServers
import Testing

@Suite struct `Addresses of mail servers` {
    static let valid: [(String, host: String, port: Int, MailServer.Encryption, user: String?)] = [
        ("smtp://mail.example.com", "mail.example.com", 587, .startTLS, nil),
        ("smtp://desk@mail.example.com:25/", "mail.example.com", 25, .startTLS, "desk"),
        ("SMTPS://desk%40office.example@Mail.example.com", "mail.example.com", 465, .implicit, "desk@office.example"),
        ("smtps://localhost:4650", "localhost", 4650, .implicit, nil),
        ("smtp://localhost:25", "localhost", 25, .startTLSIfOffered, nil),
        ("smtp://127.0.0.1", "127.0.0.1", 587, .startTLSIfOffered, nil),
        ("smtp://[::1]:25", "::1", 25, .startTLSIfOffered, nil),
        ("smtp://[2001:db8::7]", "2001:db8::7", 587, .startTLS, nil),
        ("smtp://127.0.0.2", "127.0.0.2", 587, .startTLS, nil),
        ("smtp://localhost.example.com", "localhost.example.com", 587, .startTLS, nil),
    ]

    @Test(arguments: valid.indices) func `A server off this machine must encrypt`(index: Int) throws {
        let (url, host, port, encryption, user) = Self.valid[index]
        let from = try #require(MailAddress("desk@office.example"))
        let server = try MailServer(url: url, password: user == nil ? nil : "secret", from: from)
        #expect(server.host == host && server.port == port && server.user == user, "\(url)")
        #expect(server.encryption == encryption, "\(url)")
        #expect(!"\(server) \(String(reflecting: server))".contains("secret"))
    }

    @Test(
        arguments: [
            ("desk.example.com", "desk.example.com"), ("192.0.2.7", "[192.0.2.7]"), ("2001:db8::7", "[IPv6:2001:db8::7]"),
            ("[2001:DB8::7]", "[IPv6:2001:db8::7]"), ("localhost", "office.example"), ("desk", "office.example"),
            ("desk_1.example.com", "office.example"), ("", "office.example"), (nil, "office.example"),
        ] as [(String?, String)])
    func `The name in EHLO is the client's host if it has a dot or is an address, else the sender's domain`(
        host: String?, name: String
    ) throws {
        let from = try #require(MailAddress("desk@office.example"))
        let server = try MailServer(url: "smtp://mail.example.com", password: nil, from: from, clientHost: host)
        #expect(server.clientName == name)
    }

    static let invalid: [(String, password: String?, MailServerError)] = [
        ("mail.example.com", nil, .malformedURL), ("http://mail.example.com", nil, .malformedURL),
        ("smtp://", nil, .malformedURL),
        ("smtp:mail.example.com", nil, .malformedURL), ("smtp://mail.example.com:0", nil, .malformedURL),
        ("smtp://mail.example.com:70000", nil, .malformedURL), ("smtp://mail.example.com/x", nil, .malformedURL),
        ("smtp://mail.example.com?x", nil, .malformedURL), ("smtp://mail.example.com#x", nil, .malformedURL),
        ("smtp://mail%0d.example.com", nil, .malformedURL), ("smtp://a%0Ab@mail.example.com", "secret", .malformedURL),
        ("smtp://desk:secret@mail.example.com", nil, .passwordInURL),
        ("smtp://mail.example.com", "secret", .passwordWithoutUser),
        ("smtp://desk@mail.example.com", nil, .userWithoutPassword),
    ]

    @Test(arguments: invalid.indices) func `A wrong address is refused with the reason`(index: Int) throws {
        let (url, password, error) = Self.invalid[index]
        let from = try #require(MailAddress("desk@office.example"))
        #expect(throws: error, "\(url)") { try MailServer(url: url, password: password, from: from) }
    }
}

@Suite(.enabled(if: SMTPServer.isAvailable, "\(SMTPServer.help)"), .timeLimit(.minutes(10)))
struct `Sending mail` {
    private static let account = (user: "desk@office.example", password: "s3:cr%t+ü")
    private static let noon: Int64 = 1_795_780_800

    private static func message(to name: String = "nia") throws -> MailMessage {
        MailMessage(
            to: try #require(MailAddress("\(name)@mail.example")), subject: "退勤の打刻がありません（11月26日）",
            text: "お疲れさまです。\n.\n退勤時刻を記録してください。\n", id: "reminder-7")
    }

    private static func server(
        _ url: String, password: String? = nil, from sender: String = "desktap@office.example", host: String? = nil,
        trusting certificate: TestCertificate? = nil
    ) throws -> MailServer {
        let from = try #require(MailAddress(sender))
        return try MailServer(
            url: url, password: password, from: from, clientHost: host, caFile: certificate?.certificateFile)
    }

    /// The error of sending; nil: sent.
    private static func failure(_ server: MailServer, to name: String = "nia") async throws -> DeliveryError? {
        let message = try message(to: name)
        do {
            try await server.send(message, at: noon)
            return nil
        } catch {
            return error
        }
    }

    /// Why a message could not be sent now.
    private static func delay(_ server: MailServer) async throws -> String {
        let error = try await failure(server)
        guard case .unavailable(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return ""
        }
        return text
    }

    @Test func `A Japanese message arrives as it was written`() async throws {
        try await SMTPServer.with { (smtp) async throws in
            let server = try Self.server("smtp://127.0.0.1:\(smtp.port)")
            try await server.send(try Self.message(), at: Self.noon)
            let messages = try smtp.messages
            let message = try #require(messages.first)
            #expect(messages.count == 1 && message.from == "desktap@office.example" && message.to == ["nia@mail.example"])
            #expect(message.headers["Subject"] == "退勤の打刻がありません（11月26日）")
            #expect(message.headers["Message-ID"] == "<reminder-7@office.example>")
            #expect(message.headers["Date"] == "Fri, 27 Nov 2026 12:00:00 +0000")
            #expect(message.headers["From"] == "desktap@office.example" && message.headers["To"] == "nia@mail.example")
            #expect(message.headers["Auto-Submitted"] == "auto-generated")
            let lines = message.body.split(omittingEmptySubsequences: false) { $0.isNewline }
            #expect(lines == ["お疲れさまです。", ".", "退勤時刻を記録してください。", ""])
            #expect(message.raw.unicodeScalars.allSatisfy { $0.isASCII } && !message.isEncrypted && message.user == nil)
        }
    }

    @Test(arguments: [false, true]) func `The password goes over TLS only`(isImplicit: Bool) async throws {
        try await TestFolder.with { folder in
            let certificate = try await TestCertificate.make("mail", in: folder)
            let encryption: SMTPServer.Encryption = isImplicit ? .implicit(certificate) : .startTLS(certificate)
            try await SMTPServer.with(encryption: encryption, account: Self.account) { (smtp) async throws in
                let scheme = isImplicit ? "smtps" : "smtp"
                let url = "\(scheme)://desk%40office.example@localhost:\(smtp.port)"
                #expect(
                    try await Self.failure(Self.server(url, password: Self.account.password, trusting: certificate)) == nil)
                let message = try #require(try smtp.messages.first)
                #expect(message.isEncrypted && message.user == Self.account.user)
            }
        }
    }

    @Test func `A wrong password, or none, is for the administrator, and the message can be sent later`() async throws {
        try await TestFolder.with { folder in
            let certificate = try await TestCertificate.make("mail", in: folder)
            try await SMTPServer.with(encryption: .startTLS(certificate), account: Self.account) { (smtp) async throws in
                let name = "the mail server localhost:\(smtp.port)"
                let wrong = try Self.server(
                    "smtp://desk%40office.example@localhost:\(smtp.port)", password: "wrong", trusting: certificate)
                #expect(
                    try await Self.failure(wrong)
                        == .unavailable("\(name) answered: 535 5.7.8 Authentication credentials invalid"))
                let without = try Self.server("smtp://localhost:\(smtp.port)", trusting: certificate)
                #expect(
                    try await Self.failure(without) == .unavailable("\(name) answered: 530 5.7.0 Authentication required"))
                #expect(try smtp.messages.isEmpty)
            }
        }
    }

    @Test func `A server whose certificate is not trusted gets no message`() async throws {
        try await TestFolder.with { folder in
            let certificate = try await TestCertificate.make("mail", in: folder)
            try await SMTPServer.with(encryption: .startTLS(certificate)) { (smtp) async throws in
                // Unknown, and for another name.
                let unknown = try Self.server("smtp://localhost:\(smtp.port)")
                let other = try Self.server("smtp://127.0.0.1:\(smtp.port)", trusting: certificate)
                for server in [unknown, other] {
                    let text = try await Self.delay(server)
                    #expect(text.contains("certificate"), "\(text)")
                }
                #expect(try smtp.messages.isEmpty)
            }
        }
    }

    @Test func `A server that is not on this machine gets no message without STARTTLS`() async throws {
        // Linux answers on all of 127.0.0.0/8, and only 127.0.0.1 is exempt.
        try await SMTPServer.with(host: "127.0.0.2") { (smtp) async throws in
            let text = try await Self.delay(Self.server("smtp://127.0.0.2:\(smtp.port)"))
            #expect(text.contains("STARTTLS"), "\(text)")
            #expect(try smtp.messages.isEmpty)
        }
    }

    @Test(arguments: [
        ("refuse", "550 5.1.1", true), ("reject", "554 5.7.1", true), ("syntax", "501 5.1.3", true),
        ("protocol", "503 5.5.1 bad sequence of commands", false),
        ("hello", "550 5.7.1 <office.example>: Helo command rejected: Access denied", false),
        ("later", "451 4.3.0 try again later", false), ("guarded", "554 5.7.1", true),
        ("relay", "554 5.7.1 <relay@mail.example>: Relay access denied", false),
        ("sender", "553 5.7.1 <desktap@office.example>: Sender address rejected: not owned by user d", false),
        ("blocked", "554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org", false),
        ("exchange", "550 5.7.60 SMTP; Client does not have permissions to send as this sender", false),
        ("exim", "550 relay not permitted", false),
    ])
    func `The server's answer decides whether a message is tried again`(
        name: String, answer: String, isRefused: Bool
    ) async throws {
        try await SMTPServer.with { (smtp) async throws in
            let text = "the mail server 127.0.0.1:\(smtp.port) answered: \(answer)"
            let error = try await Self.failure(Self.server("smtp://127.0.0.1:\(smtp.port)"), to: name)
            let expected: DeliveryError = isRefused ? .refused(text) : .unavailable(text)
            #expect(error == expected)
            #expect(try smtp.messages.isEmpty)
        }
    }

    @Test func `A server that refuses the name in EHLO is no fault of the recipient, and gets the public host`() async throws {
        try await SMTPServer.with(demandsFullName: true) { (smtp) async throws in
            let url = "smtp://127.0.0.1:\(smtp.port)"
            let without = try await Self.delay(Self.server(url, from: "desktap@office"))
            #expect(
                without == "the mail server 127.0.0.1:\(smtp.port) answered: "
                    + "504 5.5.2 <office>: Helo command rejected: need fully-qualified hostname")
            for host in ["desk.example.com", "192.0.2.7", "2001:db8::7", "localhost"] {
                #expect(try await Self.failure(Self.server(url, host: host)) == nil, "\(host)")
            }
            #expect(
                try smtp.messages.map(\.clientName) == [
                    "desk.example.com", "[192.0.2.7]", "[IPv6:2001:db8::7]", "office.example",
                ])
        }
    }

    @Test(arguments: [
        ("550 no such user", true), ("501 bad address", true), ("550 5.2.1 mailbox disabled", true),
        ("550 5.1.1 <helo@mail.example> unknown", true), ("552 5.3.4 message too big", true), ("504 not implemented", false),
        ("502 5.5.1 what?", false), ("550 5.7.1 EHLO name does not resolve", false), ("", true),
        ("550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain", false), ("550 Sender verify failed", false),
        ("550 5.7.26 This mail is unauthenticated", false), ("553 5.1.8 <desktap@x.example>... Domain does not exist", false),
        ("553 5.1.7 bad address", false), ("550 5.1.0 <desktap@x.example>: Sender address rejected: User unknown", false),
        ("550 5.7.1 Relaying denied", false), ("553 sorry, that domain isn't in my list of allowed rcpthosts", false),
        ("550 authentication required", false), ("554 5.7.1 <sender@client.example>: Recipient address rejected", true),
        ("550 5.7.1 relay@host.example is not wanted", true), ("550 5.4.1 Recipient address rejected: Access denied", true),
    ])
    func `A permanent failure is about the message unless it names the connection or the sender`(
        line: String, isAboutMessage: Bool
    ) {
        #expect(MailReply(line).isAboutMessage == isAboutMessage)
    }

    @Test func `A message to a server that is down can be sent later`() async throws {
        try await SMTPServer.with { (smtp) async throws in
            let server = try Self.server("smtp://127.0.0.1:\(smtp.port)")
            await smtp.stop()
            let text = try await Self.delay(server)
            #expect(text.contains("connect"), "\(text)")
        }
    }

    @Test func `A cancelled task does not wait for a silent server`() async throws {
        try await SMTPServer.with { (smtp) async throws in
            let server = try Self.server("smtp://127.0.0.1:\(smtp.port)")
            let task = Task { try await Self.failure(server, to: "silent") }
            try await smtp.waitUntilSilent()
            task.cancel()
            #expect(try await task.value == .unavailable("cancelled"))
        }
    }
}
