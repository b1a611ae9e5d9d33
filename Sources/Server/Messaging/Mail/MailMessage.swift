package import Attendance
import FoundationEssentials

/// A plain-text e-mail to one recipient.
package struct MailMessage: Sendable {
    package let to: MailAddress
    let subject: String
    let text: String
    let id: String

    /// - Parameters:
    ///   - subject: one line; control characters are removed.
    ///   - id: the part of `Message-ID` before the `@`. A repeated message has the same, and mail programs show it once.
    ///     Characters other than letters, digits, `-` and `_` are replaced by `-`.
    package init(to: MailAddress, subject: String, text: String, id: String) {
        self.to = to
        self.subject = subject
        self.text = text
        self.id = id
    }

    /// The message in ASCII (RFC 5322), with CRLF at the end of each line.
    /// - Parameter seconds: the time of the message, in seconds since 1970.
    func bytes(from: MailAddress, at seconds: Int64) -> [UInt8] {
        let head = [
            "Date: \(Self.date(seconds))",
            "From: \(from.text)",
            "To: \(to.text)",
            "Subject: \(Self.encoded(subject))",
            "Message-ID: <\(Self.plain(id))@\(from.domain)>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            // Other programs answer no such message (RFC 3834, 5).
            "Auto-Submitted: auto-generated",
        ]
        // Lines of text end with CRLF before they are encoded, too (RFC 2045, 6.8).
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        let body = Data(lines.joined(separator: "\r\n").utf8)
            .base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body + "\r\n").utf8)
    }

    /// The value of `Date` (RFC 5322, 3.3), in UTC.
    private static func date(_ seconds: Int64) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = Date(timeIntervalSince1970: TimeInterval(seconds))
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][calendar.component(.weekday, from: date) - 1]
        let month = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ][calendar.component(.month, from: date) - 1]
        let time = [Calendar.Component.hour, .minute, .second].map { component in
            let number = calendar.component(component, from: date)
            return number < 10 ? "0\(number)" : "\(number)"
        }.joined(separator: ":")
        let (number, year) = (calendar.component(.day, from: date), calendar.component(.year, from: date))
        return "\(day), \(number) \(month) \(year) \(time) +0000"
    }

    private static func plain(_ id: String) -> String {
        String(
            decoding: id.utf8.map { byte in
                DomainName.isLetterOrDigit(byte) || byte == UInt8(ascii: "_") ? byte : UInt8(ascii: "-")
            }, as: UTF8.self)
    }

    /// The value of a subject: as it is if it is short ASCII, otherwise encoded words (RFC 2047), one a line.
    private static func encoded(_ subject: String) -> String {
        let scalars = subject.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        let plain = String(String.UnicodeScalarView(scalars))
        if plain.utf8.count <= 60, plain.utf8.allSatisfy({ $0 < 0x80 }), !plain.contains("=?") { return plain }
        // A word contains whole characters. With "Subject: ", 39 bytes make a line of 73 characters; a line may have 76.
        var words = [[UInt8]()]
        for scalar in scalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > 39 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
