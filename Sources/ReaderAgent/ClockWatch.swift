import Synchronization

/// Compares this computer's clock with the server's and warns the person in charge.
package final class ClockWatch: Sendable {
    /// Differences up to this size are of no account.
    static let tolerance = Duration.seconds(30)

    private let warned = Mutex<Duration?>(nil)
    private let warn: @Sendable (String) -> Void

    /// - Parameter warn: is called once for each difference that is new by more than ``tolerance``, and once when it is over.
    package init(warn: @escaping @Sendable (String) -> Void) { self.warn = warn }

    /// - Parameter difference: how far this computer's clock is ahead of the server's; below zero, behind.
    func note(_ difference: Duration) {
        let sentence: String? = warned.withLock { warned in
            guard difference.size > Self.tolerance else {
                defer { warned = nil }
                return warned == nil ? nil : "This computer's clock agrees with the server's again."
            }
            if let warned, (difference - warned).size <= Self.tolerance { return nil }
            warned = difference
            return "This computer's clock is \(difference.size.inWords) \(difference < .zero ? "behind" : "ahead of")"
                + " the server's. Taps get wrong times. Set the clock: 'timedatectl' says whether the network sets it."
        }
        if let sentence { warn(sentence) }
    }
}

extension Duration {
    fileprivate var size: Duration { self < .zero ? .zero - self : self }

    /// Such as `1 h 2 min 5 s`.
    fileprivate var inWords: String {
        let seconds = components.seconds
        return [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
