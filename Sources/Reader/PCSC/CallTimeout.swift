import Foundation

/// Limits the wait for the blocking calls of one card, one call at a time.
///
/// PC/SC cannot end a command in progress: SCardCancel only ends waits for events. Therefore the caller stops waiting, and
/// the thread returns when the call does, or ends with the program.
// Unchecked: all mutable state is protected by `lock`.
final class CallTimeout: @unchecked Sendable {
    private let limit: DispatchTimeInterval
    private let lock = NSLock()
    private let timer = DispatchSource.makeTimerSource()
    private var isTimerSet = false
    private var giveUp: (@Sendable (_ isCancelled: Bool) -> Void)?
    private var deadline = DispatchTime.distantFuture
    private var isTaskCancelled = false
    private var hasExpired = false

    /// How long a cancelled task still waits, so that a command in progress can finish.
    private static let grace = DispatchTimeInterval.seconds(1)

    init(_ limit: Duration) {
        self.limit = .milliseconds(Int(limit / .milliseconds(1)))
        timer.setEventHandler { [weak self] in self?.timerFired() }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// True after a call exceeded its limit. Its thread may still be blocked.
    var hasTimedOut: Bool { lock.withLock { hasExpired } }

    /// Starts the limit of one call.
    /// - Parameter giveUp: ends the wait if the call exceeds the limit, or the shorter limit of a cancelled task.
    func begin(orGiveUp giveUp: @escaping @Sendable (_ isCancelled: Bool) -> Void) {
        lock.withLock {
            self.giveUp = giveUp
            deadline = .now() + (isTaskCancelled ? Self.grace : limit)
            if !isTimerSet { setTimer() }
        }
    }

    func end() { lock.withLock { giveUp = nil } }

    /// Shortens the limit of the current call and of later calls after the task was cancelled.
    func shortenDeadline() {
        lock.withLock {
            isTaskCancelled = true
            guard giveUp != nil else { return }
            deadline = min(deadline, .now() + Self.grace)
            setTimer()
        }
    }

    private func setTimer() {
        isTimerSet = true
        timer.schedule(deadline: deadline)
    }

    /// The timer is not rescheduled for every call, so it may fire before the deadline of the current call.
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
            return { [isTaskCancelled] in giveUp(isTaskCancelled) }
        }
        expired?()
    }
}
