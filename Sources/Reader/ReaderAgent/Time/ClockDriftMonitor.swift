import Attendance
import Synchronization

/// Compares this computer's clock with the server's clock and warns the administrator about a difference.
package final class ClockDriftMonitor: Sendable {
    /// The largest tolerated difference.
    static let tolerance = Duration.seconds(30)

    private let warned = Mutex<Duration?>(nil)
    private let warn: @Sendable (String) -> Void

    /// - Parameter warn: called for a difference above ``tolerance``, again if it changes by more than ``tolerance``, and
    ///   once after it ends.
    package init(warn: @escaping @Sendable (String) -> Void) { self.warn = warn }

    /// - Parameter difference: this computer's clock minus the server's clock.
    func note(_ difference: Duration) {
        let sentence: String? = warned.withLock { warned in
            guard difference.magnitude > Self.tolerance else {
                defer { warned = nil }
                return warned == nil ? nil : "This computer's clock matches the server's clock again."
            }
            if let warned, (difference - warned).magnitude <= Self.tolerance { return nil }
            warned = difference
            return "This computer's clock is \(difference.magnitude.text) \(difference < .zero ? "behind" : "ahead of")"
                + " the server's clock, so taps get wrong times. Correct it: 'timedatectl' shows whether it is synchronized."
        }
        if let sentence { warn(sentence) }
    }
}

extension Duration {
    /// Such as `1 h 2 min 5 s`.
    fileprivate var text: String {
        let seconds = components.seconds
        return [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
