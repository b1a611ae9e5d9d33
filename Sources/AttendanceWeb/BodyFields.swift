import Attendance
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import NIOCore

/// What the body of a request says by name, sent by a form or as a JSON object.
struct BodyFields: Sendable {
    fileprivate enum Value: Sendable {
        case text(String)
        case flag(Bool)
        case object([String: Value])
        case null
        case other

        /// A text whose lines end as they are kept: a form ends them by two characters (HTML, 4.10.21.3), of which people see one.
        static func lines(_ text: String) -> Self { .text(text.replacing("\r\n", with: "\n")) }

        var holdsNull: Bool {
            switch self {
            case .text(let text): text.unicodeScalars.contains("\0")
            case .object(let values): values.values.contains(where: \.holdsNull)
            case .flag, .null, .other: false
            }
        }
    }

    private var values: [String: Value] = [:]

    /// Longer bodies mean nothing to any route.
    static let maximumLength = 32 * 1024

    init(of request: Request) async throws {
        let body = try await request.body(upTo: Self.maximumLength)
        if body.readableBytes == 0 { return }
        if request.headers[.contentType]?.hasPrefix("application/json") == true {
            do {
                values = try JSONDecoder().decode([String: Value].self, from: Data(body.readableBytesView))
            } catch {
                throw WebError.noObject
            }
        } else {
            let form = try QueryParameters(
                String(buffer: body), maximumLength: 4096, maximumQueryLength: Self.maximumLength)
            values = form.all.mapValues(Value.lines)
        }
        // PostgreSQL's texts cannot hold it, and nobody types it.
        guard !values.values.contains(where: \.holdsNull) else {
            throw WebError.badRequest(localized("error.nullCharacter"), reason: "bad_text")
        }
    }

    /// A text; what is blank in a form says nothing.
    subscript(name: String) -> String? {
        guard case .text(let text) = values[name], !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }

    /// A text that says why, or what for.
    /// - Throws: ``WebError`` for one that is too long to be read.
    func sentence(_ name: String) throws(WebError) -> String? {
        guard let text = self[name] else { return nil }
        guard text.unicodeScalars.count <= Self.longestSentence else {
            throw .badRequest(localized("error.longSentence", ["most": "\(Self.longestSentence)"]), reason: "too_long")
        }
        return text
    }

    /// In Unicode scalars, as the database counts them.
    static let longestSentence = 1000

    func isSet(_ name: String) -> Bool {
        switch values[name] {
        case .flag(let flag): flag
        case .text(let text): text == "true" || text == "yes"
        default: false
        }
    }

    /// A correction as it was sent. Whose it is and who says so is known otherwise.
    func report(id: UUID, author: String) -> RecordReport {
        var report = RecordReport()
        report.id = .text(id.uuidString)
        report.type = field("type")
        report.user = field("user")
        report.kind = field("kind")
        report.at = field("at")
        report.desk = field("desk")
        report.office = field("office")
        report.target = field("target")
        if case .object(let set) = values["set"] { report.set = set.mapValues(Self.field) }
        report.author = .text(author)
        report.reason = field("reason")
        return report
    }

    private func field(_ name: String) -> RecordReport.Field { Self.field(values[name] ?? .null) }

    private static func field(_ value: Value) -> RecordReport.Field {
        switch value {
        case .text(let text): .text(text)
        case .null: .absent
        case .flag, .object, .other: .other
        }
    }
}

extension BodyFields.Value: Decodable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .lines(text)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let object = try? value.decode([String: BodyFields.Value].self) {
            self = .object(object)
        } else {
            self = .other
        }
    }
}
