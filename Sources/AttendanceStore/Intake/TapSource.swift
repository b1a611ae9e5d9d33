package import Attendance

/// The sender of one request with taps, and how the request came.
package struct TapSource: Sendable {
    package enum Sender: Sendable {
        case person(Person)
        case reader(Reader)
    }

    /// The ``client`` of taps on the own page. No program can send it: their names begin with "desktap".
    static let withoutTag = "my record, without a tag"

    let sender: Sender
    let address: ClientAddress
    /// The program that sent the taps, with its version, or ``withoutTag``. nil for a browser that opened a tag's address: its name
    /// would help to identify the person.
    let client: String?
    /// The server's clock when the request came.
    let receivedAt: Instant
    let readerStatus: ReaderStatus

    package init(
        _ sender: Sender, address: ClientAddress, userAgent: String?, receivedAt: Instant,
        readerStatus: ReaderStatus = ReaderStatus()
    ) {
        self.sender = sender
        self.address = address
        client = userAgent.flatMap { $0.hasPrefix("desktap") ? String($0.prefix(64)) : nil }
        self.receivedAt = receivedAt
        self.readerStatus = readerStatus
    }

    /// A tap on the own page, without a tag.
    package init(withoutTagBy person: Person, address: ClientAddress, receivedAt: Instant) {
        sender = .person(person)
        self.address = address
        client = Self.withoutTag
        self.receivedAt = receivedAt
        readerStatus = ReaderStatus()
    }

    var reader: Reader? {
        guard case .reader(let reader) = sender else { return nil }
        return reader
    }
}
