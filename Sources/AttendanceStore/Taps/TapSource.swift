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
    /// How far a reader's clock is ahead of the server's; nil: the request does not contain its time.
    let clockAhead: Duration?

    package init(
        _ sender: Sender, address: ClientAddress, userAgent: String?, receivedAt: Instant, clockAhead: Duration? = nil
    ) {
        self.sender = sender
        self.address = address
        client = userAgent.flatMap { $0.hasPrefix("desktap") ? String($0.prefix(64)) : nil }
        self.receivedAt = receivedAt
        self.clockAhead = clockAhead
    }

    var reader: Reader? {
        guard case .reader(let reader) = sender else { return nil }
        return reader
    }
}
