internal import CLibpq
internal import Logging

/// Takes the notices of one session: messages of the server that are no answers. Warnings are logged, the rest at level debug.
final class ConnectionNotices: @unchecked Sendable {  // touched by the event loop's thread alone, from which libpq calls it
    private let logger: Logger?
    /// Whether the wait for a synchronous standby was cancelled since this was last asked.
    private var replicationWaitWasCancelled = false

    init(logger: Logger?) { self.logger = logger }

    /// Has libpq hand the notices of `handle` over, for as long as both live.
    func receive(from handle: OpaquePointer) {
        PQsetNoticeReceiver(
            handle,
            { context, result in
                guard let context else { return }
                Unmanaged<ConnectionNotices>.fromOpaque(context).takeUnretainedValue().take(result)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// True once after each cancelled wait: the transaction is committed on the primary, and may be on no standby.
    func takeCancelledReplicationWait() -> Bool {
        defer { replicationWaitWasCancelled = false }
        return replicationWaitWasCancelled
    }

    private func take(_ notice: OpaquePointer?) {
        func field(_ code: Character) -> String {
            PQresultErrorField(notice, Int32(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
        }
        // V is the severity and R the server's function, both in no language. The text is translated, and the SQLSTATE (01000)
        // is that of any warning: of the one, for instance, that each transaction has when vacuum is overdue.
        let isWarning = field("V") == "WARNING"
        if isWarning, field("R") == "SyncRepWaitForLSN" { replicationWaitWasCancelled = true }
        let error = PostgresError.ServerError(sqlState: field("C"), message: field("M"), query: "")
        logger?.log(level: isWarning ? .warning : .debug, "PostgreSQL says: \(error.message) (SQLSTATE \(error.sqlState))")
    }
}
