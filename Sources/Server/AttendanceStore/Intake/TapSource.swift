package import Attendance

/// The sender of one request with taps, and how the request came.
package struct TapSource: Sendable {
    package enum Sender: Sendable {
        case person(Person)
        case reader(Reader)
    }

    let sender: Sender
    let address: ClientAddress
    /// As ``TapClient`` names it.
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
        client = TapClient.name(ofUserAgent: userAgent)
        self.receivedAt = receivedAt
        self.readerStatus = readerStatus
    }

    /// A tap on the own page, without a tag.
    package init(withoutTagBy person: Person, address: ClientAddress, receivedAt: Instant) {
        sender = .person(person)
        self.address = address
        client = TapClient.withoutTag
        self.receivedAt = receivedAt
        readerStatus = ReaderStatus()
    }

    var reader: Reader? {
        guard case .reader(let reader) = sender else { return nil }
        return reader
    }
}
