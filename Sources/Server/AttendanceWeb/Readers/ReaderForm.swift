import Attendance
import AttendanceStore
import Localization
import WebServer

/// The administrator's form for a new reader.
struct ReaderForm: Sendable {
    let name: String
    private let scope: String
    let userName: String
    let desks: String

    /// - Parameter fields: nil for an empty form.
    init(_ fields: BodyFields? = nil) {
        name = fields?["name"] ?? ""
        scope = fields?["scope"] ?? "anyone"
        userName = TypedText.trimmed(fields?["user"] ?? "")
        desks = fields?["desks"] ?? ""
    }

    /// - Throws: ``WebError`` for a missing person, a malformed desk or an unknown office.
    func scope(_ offices: [Office], _ typed: TypedDesks) throws(WebError) -> ReaderScope {
        switch scope {
        case "anyone": return .anyone
        case "person":
            guard UserName.isValid(userName) else {
                throw .badRequest(localized("reader.whose"), reason: .badUser)
            }
            return .person(userName: userName)
        case "badges":
            var named: [DeskID] = []
            for text in desks.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
                guard let desk = typed.desk(String(text)) ?? DeskID(String(text)) else {
                    throw .badRequest(localized("reader.badDesk", ["desk": String(text.prefix(64))]), reason: .badDesk)
                }
                named.append(desk)
            }
            return .badges(at: named)
        default:
            guard let office = offices.first(where: { Self.value($0) == scope }) else {
                throw WebError.goneOffice
            }
            return .office(office.id, name: office.name)
        }
    }

    func choices(_ offices: [Office]) -> [Choice] {
        [choice("anyone", localized("reader.for.anyone"))]
            + offices.map { choice(Self.value($0), localized("reader.for.office", ["office": $0.name])) }
            + [choice("badges", localized("reader.for.badges")), choice("person", localized("reader.for.one"))]
    }

    private func choice(_ value: String, _ name: String) -> Choice {
        Choice(value: value, name: name, isChosen: value == scope)
    }

    private static func value(_ office: Office) -> String { "office-\(office.id)" }
}

extension ReaderScope {
    /// The people or badges whose taps the reader may send.
    var localizedText: String {
        switch self {
        case .anyone: localized("reader.for.anyone")
        case .office(_, let name): localized("reader.for.office", ["office": name])
        case .person(let userName): localized("reader.for.person", ["user": userName])
        case .badges(let desks):
            desks.isEmpty
                ? localized("reader.for.badges")
                : localized("reader.for.badgesAt", ["desks": desks.map(\.description).joined(separator: ", ")])
        }
    }
}
