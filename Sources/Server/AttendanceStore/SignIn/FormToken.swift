package import Attendance

/// One rendering of a form, as its hidden field: the second in which the page was made, and a random text.
package struct FormToken: Sendable, Equatable {
    /// How long after its page was made a form can be sent.
    package static let lifetime = Duration.seconds(24 * 3600)

    package let text: String
    /// In seconds since 1970.
    private let madeAt: Int64

    package init(now: Instant) {
        madeAt = now.seconds
        text = "\(madeAt).\(Secret().text)"
    }

    /// - Returns: nil if the text is no token.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 100, parts.count == 2, let seconds = Int64(parts[0]), !parts[1].isEmpty else { return nil }
        (madeAt, self.text) = (seconds, text)
    }

    /// Whether the form can be sent now. One of the future is that of a server whose clock is ahead.
    package func isCurrent(_ now: Instant) -> Bool {
        let lifetime = Self.lifetime.components.seconds
        return (now.seconds - lifetime...now.seconds + lifetime).contains(madeAt)
    }
}
