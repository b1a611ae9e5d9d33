import Attendance
import FoundationEssentials
import Localization
import WebServer

extension BodyFields {
    /// The id in a hidden field of a form.
    /// - Throws: ``WebError`` if it is missing or malformed.
    func formID() throws(WebError) -> UUID {
        guard let id = self["id"].flatMap({ UUID(uuidString: $0) }) else {
            throw .badRequest(localized("correction.notWhole"), reason: .badID)
        }
        return id
    }

    /// A reason or a comment in its kept form (``TypedText/sentences(_:)``); nil if it is missing.
    /// - Throws: ``WebError`` if it is longer than `longest`, in Unicode scalars.
    func sentence(_ name: String, upTo longest: Int = FieldLength.sentence) throws(WebError) -> String? {
        guard let text = self[name].flatMap(TypedText.sentences) else { return nil }
        guard text.unicodeScalars.count <= longest else {
            throw .badRequest(localized("error.longSentence", ["most": "\(longest)"]), reason: .tooLong)
        }
        return text
    }

    /// The correction in the body.
    /// - Parameters:
    ///   - id: the id of the correction.
    ///   - author: the user name of the sender.
    /// - Throws: ``WebError`` if the reason is too long.
    func report(id: UUID, author: String) throws(WebError) -> RecordReport {
        var report = RecordReport(.object(values))
        (report.id, report.author, report.reason) = (.text(id.uuidString), .text(author), .init(try sentence("reason")))
        return report
    }
}
