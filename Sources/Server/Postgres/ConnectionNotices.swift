internal import CLibpq
internal import Logging

/// Receives the notices of one session: server messages that answer no statement. Logs warnings as warnings, all others as
/// debug.
final class ConnectionNotices: @unchecked Sendable {  // used only by the event loop's thread, on which libpq calls it
    private let logger: Logger?
    /// Whether a wait for a synchronous standby was cancelled since the last call of ``consumeReplicationWaitCancelled()``.
    private var replicationWaitWasCancelled = false

    init(logger: Logger?) { self.logger = logger }

    /// Registers this object with libpq. Both must live equally long.
    func receive(from handle: OpaquePointer) {
        PQsetNoticeReceiver(
            handle,
            { context, result in
                guard let context else { return }
                Unmanaged<ConnectionNotices>.fromOpaque(context).takeUnretainedValue().take(result)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// True once after each cancelled wait: the transaction is committed on the primary and perhaps on no standby.
    func consumeReplicationWaitCancelled() -> Bool {
        defer { replicationWaitWasCancelled = false }
        return replicationWaitWasCancelled
    }

    private func take(_ notice: OpaquePointer?) {
        func field(_ code: Character) -> String {
            PQresultErrorField(notice, Int32(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
        }
        // V is the severity and R the server's function; neither is translated. The message is translated, and its SQLSTATE
        // (01000) is shared by all warnings, such as the one in every transaction while vacuum is overdue.
        let isWarning = field("V") == "WARNING"
        if isWarning, field("R") == "SyncRepWaitForLSN" { replicationWaitWasCancelled = true }
        let error = PostgresError.ServerError(sqlState: field("C"), message: field("M"), query: "")
        logger?.log(level: isWarning ? .warning : .debug, "PostgreSQL notice: \(error.message) (SQLSTATE \(error.sqlState))")
    }
}
