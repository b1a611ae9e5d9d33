import FoundationEssentials
package import JSON

/// A field of a report, unvalidated.
package enum ReportedField: Sendable, Equatable {
    case absent
    case text(String)
    /// The field is present and is no string.
    case other

    package init(_ text: String?) { self = text.map { .text($0) } ?? .absent }

    /// A member of a JSON object; nil if it is missing.
    package init(_ value: JSONValue?) {
        switch value {
        case nil, .null: self = .absent
        case .string(let text): self = .text(text)
        default: self = .other
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    func instant() throws(RejectionReason) -> Instant {
        guard let instant = text.flatMap({ Instant(rfc3339: $0) }) else { throw .badTime }
        return instant
    }

    func kind() throws(RejectionReason) -> TapKind {
        guard let kind = text.flatMap(TapKind.init(rawValue:)) else { throw .badKind }
        return kind
    }

    /// nil: no desk is named.
    func desk() throws(RejectionReason) -> DeskID? {
        switch self {
        case .absent: return nil
        case .other: throw .badDesk
        case .text(let text):
            if DeskID.isBlank(text) { return nil }
            guard let desk = DeskID(text) else { throw .badDesk }
            return desk
        }
    }

    /// nil: absent or blank. A value that is no string becomes "", which names no office.
    fileprivate var officeName: String? {
        switch self {
        case .absent: nil
        case .text(let name): name.allSatisfy(\.isWhitespace) ? nil : name
        case .other: ""
        }
    }
}

extension Tap {
    /// Validates and normalises the fields of a report.
    /// - Parameter mayLackDesk: whether a start may name no desk.
    /// - Throws: the first failed check, in the order of the cases of ``RejectionReason``.
    init(
        id: UUID, user: ReportedField, kind: ReportedField, at: ReportedField, desk: ReportedField, office: ReportedField,
        mayLackDesk: Bool
    ) throws(RejectionReason) {
        let at = try at.instant()
        guard let user = user.text, UserName.isValid(user) else { throw .badUser }
        let kind = try kind.kind()
        let desk = try desk.desk()
        if kind == .start, desk == nil, !mayLackDesk { throw .deskRequired }
        self.init(id: id, user: user, kind: kind, at: at, desk: desk, office: office.officeName)
    }
}
