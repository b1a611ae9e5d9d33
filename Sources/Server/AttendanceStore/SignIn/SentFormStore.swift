package import Attendance
import Postgres

/// The forms that were sent and showed a new link or key. A reload of the answer sends the same form again, to any server.
package struct SentFormStore: Sendable {
    let pool: PostgresPool

    /// Performs the action of a form, at most once. A form whose action failed can be sent again.
    /// - Returns: nil if the form was sent before. Then the action is not performed.
    package func once<Value>(_ form: FormToken, now: Instant, _ action: () async throws -> Value) async throws -> Value? {
        let rows = try await pool.query("SignIn/insert_sent_form", ["token": form.text, "now": PostgresTimestamp(now)])
        if rows.isEmpty { return nil }
        do {
            return try await action()
        } catch {
            // If this fails too, the form only has to be sent from a new page.
            _ = try? await pool.query("SignIn/delete_sent_form", ["token": form.text])
            throw error
        }
    }

    /// Forgets the forms that can no longer be sent.
    func forget(now: Instant) async throws {
        try await pool.query("SignIn/forget_sent_forms", ["before": PostgresTimestamp(now - FormToken.lifetime * 2)])
    }
}
