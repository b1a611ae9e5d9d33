import Attendance
import AttendanceStore
import Localization
import WebServer

extension SentFormStore {
    /// Performs the action of a form whose page shows a new link or key, once for each page with the form. Programs send no
    /// ``FormToken``: theirs is performed always.
    /// - Throws: ``WebError`` if the form was sent before, or is too old.
    func once<Value>(_ fields: BodyFields, now: Instant, _ action: () async throws -> Value) async throws -> Value {
        guard let text = fields["form"] else { return try await action() }
        guard let form = FormToken(text), form.isCurrent(now) else {
            throw WebError(.conflict, localized("form.old"), reason: .oldForm)
        }
        guard let value = try await once(form, now: now, action) else {
            throw WebError(.conflict, localized("form.sentAlready"), reason: .sentAlready)
        }
        return value
    }
}
