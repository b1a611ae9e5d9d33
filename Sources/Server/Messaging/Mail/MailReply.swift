/// The last line of a mail server's reply (RFC 5321, 4.2), with its enhanced status code (RFC 3463) if it has one.
struct MailReply {
    /// Such as `550 5.1.1`: the line without its text, which may contain parts of the recipient's address.
    let codes: String
    private let status: Substring
    /// The second and the third number of the enhanced code.
    private let subject, detail: Substring?
    private let text: Substring

    init(_ line: String) {
        let match = line.prefixMatch(of: /([0-9]{3})(?:[ -][245]\.([0-9]{1,3})\.([0-9]{1,3}))?/)
        codes = String(match?.output.0 ?? "")
        status = match?.output.1 ?? ""
        subject = match?.output.2 ?? nil
        detail = match?.output.3 ?? nil
        text = line.dropFirst(codes.count)
    }

    /// Whether a permanent failure is due to the recipient or the message. Servers answer to RCPT, too, what they dislike about
    /// the connection, this client or the sender, which an administrator can correct.
    var isAboutMessage: Bool {
        switch (subject, detail) {
        // The sender's address.
        case ("1", "7"), ("1", "8"): false
        // Unspecific codes. Also 5.7.1, which servers use for everything that they do not allow, such as a message to a list of
        // recipients who accept none from outside, or a text that looks like spam.
        case ("1", "0"), ("7", "0"), ("7", "1"): !namesConnectionOrSender
        // Addressing and mailbox.
        case ("1", _), ("2", _): true
        // Delivery protocol, such as "504 5.5.2 need fully-qualified hostname"; security, such as "550 5.7.54 unable to relay".
        case ("5", _), ("7", _): false
        case (nil, _) where ["500", "502", "503", "504", "530"].contains(status): false
        default: !namesConnectionOrSender
        }
    }

    private var namesConnectionOrSender: Bool {
        // Addresses can have such words.
        text.replacing(/\S+@[^\s>]+/, with: "").contains(
            /\b(?:helo|ehlo|relay\w*|senders?|clients?|(?:rcpt)?hosts?|authenticat\w+|starttls)\b/.ignoresCase())
    }
}
