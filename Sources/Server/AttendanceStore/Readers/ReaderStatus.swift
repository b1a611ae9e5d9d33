/// What a reader says about itself in its requests.
package struct ReaderStatus: Sendable, Equatable {
    /// How far its clock is ahead of the server's, in whole seconds; negative: behind; nil: unknown.
    package var clockAhead: Duration?
    /// The number of taps in its queue that are not in this request; nil: unknown.
    package var waitingTaps: Int?

    package init(clockAhead: Duration? = nil, waitingTaps: Int? = nil) {
        (self.clockAhead, self.waitingTaps) = (clockAhead, waitingTaps)
    }

    /// This status, completed by an earlier one.
    func completed(by earlier: ReaderStatus?) -> ReaderStatus {
        ReaderStatus(
            clockAhead: clockAhead ?? earlier?.clockAhead, waitingTaps: waitingTaps ?? earlier?.waitingTaps)
    }
}
