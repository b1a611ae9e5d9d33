import Attendance
import FoundationEssentials
import Hours
import Hummingbird
import JSON
import Localization
import WebServer

/// The facts of hours that a program sends, and why: `{"facts": [...], "reason": "..."}`, or one fact with its `reason`.
struct ReceivedFacts: Sendable {
    /// A fact with names instead of numbers, which is correct by itself.
    struct One: Sendable {
        let id: UUID
        let fields: [String: JSONValue]
        let fact: Fact

        /// The fact that it removes; nil: it is no void.
        var target: UUID? { if case .void(let target) = fact.content { UUID(uuidString: target) } else { nil } }
    }

    let facts: [One]
    let reason: String

    /// Facts and bytes in one request. No tap is recorded while they are.
    static let maximum = (facts: 500, bytes: 512 * 1024)

    /// - Throws: ``WebError``, ``WebServerError``.
    init(of request: Request) async throws {
        try request.bodyType([.json])
        let body = try await request.body(
            upTo: Self.maximum.bytes,
            tooMuch: WebError(
                .contentTooLarge, localized("hoursAPI.longBody", ["most": "\(Self.maximum.bytes)"]), reason: .tooManyBytes))
        guard let members = try body.json()?.object else { throw WebError.noObject }
        let list = try Self.list(members)
        guard list.count <= Self.maximum.facts else {
            throw WebError(
                .contentTooLarge, localized("hoursAPI.manyFacts", ["most": "\(Self.maximum.facts)"]), reason: .tooManyItems)
        }
        facts = try list.map { try Self.fact($0) }
        // The word in a single adjustment is no reason for it.
        let isBeside = members["facts"] != nil || members["type"]?.string != FactType.adjustment.rawValue
        reason = try Self.reason(isBeside ? members["reason"]?.string : nil)
    }

    private static func list(_ members: [String: JSONValue]) throws(WebError) -> [[String: JSONValue]] {
        guard let value = members["facts"] else {
            var fact = members
            if fact["type"]?.string != FactType.adjustment.rawValue { fact["reason"] = nil }
            return [fact]
        }
        let facts = value.array?.compactMap(\.object) ?? []
        guard !facts.isEmpty, facts.count == value.array?.count else {
            throw .badRequest(localized("hoursAPI.noFacts"), reason: .badJSON)
        }
        return facts
    }

    private static func fact(_ fields: [String: JSONValue]) throws(WebError) -> One {
        guard let id = fields["id"]?.string.flatMap({ UUID(uuidString: $0) }) else {
            throw .badRequest(localized("hoursAPI.badID"), reason: .badID)
        }
        do throws(FactRejection) {
            let content = try Fact.Content(reading: .object(fields))
            return One(id: id, fields: fields, fact: Fact(id: id.uuidString.lowercased(), seq: 0, content: content))
        } catch {
            throw WebError(error, of: id)
        }
    }

    private static func reason(_ text: String?) throws(WebError) -> String {
        guard let text, !text.utf8.contains(0), let reason = TypedText.sentences(text) else {
            throw WebError(.unprocessableContent, localized("hoursAPI.sayWhy"), reason: .reasonRequired)
        }
        guard reason.unicodeScalars.count <= FieldLength.sentence else {
            throw .badRequest(localized("error.longSentence", ["most": "\(FieldLength.sentence)"]), reason: .tooLong)
        }
        return reason
    }
}

extension WebError {
    /// A fact that is rejected.
    init(_ rejection: FactRejection, of id: UUID) {
        let sentence = localized("hoursAPI.rejected.\(rejection.rawValue)", ["id": id.uuidString.lowercased()])
        self.init(.unprocessableContent, sentence, reason: Reason(rejection))
    }
}
