@testable import Messaging

import Attendance
import Foundation
import Testing

@Suite struct `Mail messages` {
    /// The lines of a message. Each ends with CRLF.
    private static func lines(
        subject: String = "Clock out", text: String = "Hello", id: String = "7", at seconds: Int64 = 1_795_744_985
    ) throws -> [String] {
        let from = try #require(MailAddress("desk@office.example"))
        let to = try #require(MailAddress("nia@mail.example"))
        let bytes = MailMessage(to: to, subject: subject, text: text, id: id).bytes(from: from, at: seconds)
        let message = String(decoding: bytes, as: UTF8.self)
        #expect(message.utf8.allSatisfy { $0 < 0x80 } && message.hasSuffix("\r\n"))
        let lines = message.components(separatedBy: "\r\n")
        #expect(!lines.contains { $0.contains("\r") || $0.contains("\n") })
        return Array(lines.dropLast())
    }

    @Test func `A message has the headers of RFC 5322 and its text in base64`() throws {
        #expect(
            try Self.lines() == [
                "Date: Fri, 27 Nov 2026 02:03:05 +0000", "From: desk@office.example", "To: nia@mail.example",
                "Subject: Clock out", "Message-ID: <7@office.example>", "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
                "Auto-Submitted: auto-generated",
                "", "SGVsbG8=",
            ])
        #expect(try Self.lines(at: 951_827_696).first == "Date: Tue, 29 Feb 2000 12:34:56 +0000")
    }

    @Test func `A long subject in another script becomes encoded words of whole characters`() throws {
        let subject = String(repeating: "退勤の打刻がありません😀", count: 12)
        let lines = try Self.lines(subject: subject)
        let first = try #require(lines.firstIndex { $0.hasPrefix("Subject: ") })
        let end = try #require(lines.firstIndex { $0.hasPrefix("Message-ID: ") })
        var words = lines[first..<end].map { $0 }
        words[0] = String(words[0].dropFirst("Subject:".count))
        var decoded = ""
        for (word, line) in zip(words, lines[first..<end]) {
            #expect(line.utf8.count <= 76 && word.utf8.count <= 76 && word.hasPrefix(" =?UTF-8?B?") && word.hasSuffix("?="))
            let bytes = try #require(Data(base64Encoded: String(word.dropFirst(11).dropLast(2))))
            decoded += try #require(String(data: bytes, encoding: .utf8), "half a character")
        }
        #expect(decoded == subject && words.count > 5)
    }

    @Test(arguments: [
        ("Clock\r\nBcc: eve@evil.example", "Subject: ClockBcc: eve@evil.example"),
        ("a\u{0}\u{85}\u{2028}b\u{7F}", "Subject: ab"),
        ("=?UTF-8?B?AAAA?=", "Subject: =?UTF-8?B?PT9VVEYtOD9CP0FBQUE/PQ==?="), ("", "Subject: "),
    ])
    func `A subject is one header`(subject: String, line: String) throws {
        #expect(try Self.lines(subject: subject)[3] == line)
    }

    @Test func `An identifier cannot end its header`() throws {
        #expect(try Self.lines(id: "a_1-ü>\r\nX: y@z")[4] == "Message-ID: <a_1------X--y-z@office.example>")
    }

    @Test func `A long text has lines of 76 characters, and its own lines end with CRLF`() throws {
        let text = "一行目\n二行目\r\n" + String(repeating: "長い", count: 100)
        let body = try Self.lines(text: text).drop { !$0.isEmpty }.dropFirst()
        #expect(body.dropLast().allSatisfy { $0.count == 76 } && body.count > 5)
        let decoded = try #require(Data(base64Encoded: body.joined()))
        #expect(String(decoding: decoded, as: UTF8.self) == "一行目\r\n二行目\r\n" + String(repeating: "長い", count: 100))
    }
}
