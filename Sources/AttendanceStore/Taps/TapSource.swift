package import Attendance

/// The sender of one request with taps, and how the request came.
package struct TapSource: Sendable {
    package enum Sender: Sendable {
        case person(Person)
        case reader(Reader)
    }

    let sender: Sender
    let address: ClientAddress
    /// The program that sent the taps, with its version. nil for a browser: its name would help to identify the person.
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

    var reader: Reader? {
        guard case .reader(let reader) = sender else { return nil }
        return reader
    }
}
