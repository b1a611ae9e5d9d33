/// The last line of a mail server's reply (RFC 5321, 4.2), with its enhanced status code (RFC 3463) if it has one.
struct MailReply {
    /// Such as `550 5.1.1`: the line without its text, which may contain parts of the recipient's address.
    let codes: String
    private let status: Substring
    /// The second number of the enhanced code.
    private let subject: Substring?
    private let text: Substring

    init(_ line: String) {
        let match = line.prefixMatch(of: /([0-9]{3})(?:[ -][245]\.([0-9]{1,3})\.[0-9]{1,3})?/)
        codes = String(match?.output.0 ?? "")
        status = match?.output.1 ?? ""
        subject = match?.output.2 ?? nil
        text = line.dropFirst(codes.count)
    }

    /// Whether a permanent failure is due to the recipient or the message. Servers answer to RCPT, too, what they dislike about
    /// the connection: the name in EHLO or the protocol.
    var isAboutMessage: Bool {
        switch subject {
        // Addressing and mailbox.
        case "1", "2": true
        // Delivery protocol, such as "504 5.5.2 need fully-qualified hostname".
        case "5": false
        case nil where ["500", "502", "503", "504"].contains(status): false
        default: !text.contains(/\b(?:helo|ehlo)\b/.ignoresCase())
        }
    }
}
