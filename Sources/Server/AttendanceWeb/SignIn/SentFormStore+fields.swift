import Attendance
import AttendanceStore
import Localization
import WebServer

extension SentFormStore {
    /// Performs the action of a form whose page shows a new link or key, once for each page with the form.
    func once<Value>(_ fields: BodyFields, now: Instant, _ action: () async throws -> Value) async throws -> Value {
        try await once(fields["form"], now: now, localized("form.sentAlready"), action)
    }

    /// Performs the action of a form once for each page with it. Programs send no ``FormToken``: theirs is performed always.
    /// - Parameter sentAlready: the sentence about a form that was sent before.
    /// - Throws: ``WebError`` if the form was sent before, or is too old.
    func once<Value>(
        _ text: String?, now: Instant, _ sentAlready: String, _ action: () async throws -> Value
    ) async throws -> Value {
        guard let text else { return try await action() }
        guard let form = FormToken(text), form.isCurrent(now) else {
            throw WebError(.conflict, localized("form.old"), reason: .oldForm)
        }
        guard let value = try await once(form, now: now, action) else {
            throw WebError(.conflict, sentAlready, reason: .sentAlready)
        }
        return value
    }
}
