import Foundation

/// Bounds the wait for the blocking calls of one card, one at a time.
///
/// PC/SC has no way to end a command that is under way: SCardCancel ends waits for events only. So the wait is given up, and the
/// thread comes back by itself, or ends with the program.
// Unchecked: all that changes is behind `lock`.
final class CallLimit: @unchecked Sendable {
    private let limit: DispatchTimeInterval
    private let lock = NSLock()
    private let timer = DispatchSource.makeTimerSource()
    private var isTimerSet = false
    private var giveUp: (@Sendable (_ isCancelled: Bool) -> Void)?
    private var deadline = DispatchTime.distantFuture
    private var isHastened = false
    private var hasExpired = false

    /// How long a cancelled task waits on, so that a command under way ends in order.
    private static let grace = DispatchTimeInterval.seconds(1)

    init(_ limit: Duration) {
        self.limit = .milliseconds(Int(limit / .milliseconds(1)))
        timer.setEventHandler { [weak self] in self?.timerFired() }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// A call took too long, and its thread may still be in it.
    var isGivenUp: Bool { lock.withLock { hasExpired } }

    /// - Parameter giveUp: what ends the wait where the call takes too long, or longer than its cancelled task waits on.
    func begin(orGiveUp giveUp: @escaping @Sendable (_ isCancelled: Bool) -> Void) {
        lock.withLock {
            self.giveUp = giveUp
            deadline = .now() + (isHastened ? Self.grace : limit)
            if !isTimerSet { setTimer() }
        }
    }

    func end() { lock.withLock { giveUp = nil } }

    /// The task was cancelled: the call under way, and each later one, has little time left.
    func hasten() {
        lock.withLock {
            isHastened = true
            guard giveUp != nil else { return }
            deadline = min(deadline, .now() + Self.grace)
            setTimer()
        }
    }

    private func setTimer() {
        isTimerSet = true
        timer.schedule(deadline: deadline)
    }

    /// The timer is set for the first call, and only then for another: it may well fire before that one's deadline.
    private func timerFired() {
        let expired: (@Sendable () -> Void)? = lock.withLock {
            isTimerSet = false
            guard let giveUp else { return nil }
            guard deadline <= .now() else {
                setTimer()
                return nil
            }
            self.giveUp = nil
            hasExpired = true
            return { [isHastened] in giveUp(isHastened) }
        }
        expired?()
    }
}
