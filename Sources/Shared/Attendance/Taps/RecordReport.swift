import FoundationEssentials
package import JSON

/// A record as received: unvalidated fields that may be missing or malformed.
package struct RecordReport: Sendable, Equatable {
    package enum Field: Sendable, Equatable {
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

        fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    package var id = Field.absent
    package var type = Field.absent
    package var user = Field.absent
    package var kind = Field.absent
    package var at = Field.absent
    package var desk = Field.absent
    package var office = Field.absent
    package var target = Field.absent
    /// The fields that an amendment sets, by name. ``Field/absent`` clears a field.
    package var set: [String: Field] = [:]
    package var author = Field.absent
    package var reason = Field.absent
    /// Whether a tapped start may name no desk (``TapReport/mayLackDesk``). An added one always may: work away from a desk.
    package var mayLackDesk = false

    package init() {}

    /// Reads a record without failing. A missing or wrong field shows in the record's outcome.
    package init(_ json: JSONValue) {
        id = Field(json["id"])
        type = Field(json["type"])
        user = Field(json["user"])
        kind = Field(json["kind"])
        at = Field(json["at"])
        desk = Field(json["desk"])
        office = Field(json["office"])
        target = Field(json["target"])
        set = json["set"]?.object?.mapValues { Field($0) } ?? [:]
        author = Field(json["author"])
        reason = Field(json["reason"])
    }

    /// Validates and normalises the fields.
    /// - Throws: the first failed check, in the order of the cases of ``RejectionReason``.
    package func record() throws(RejectionReason) -> LogRecord {
        guard let id = id.text.flatMap(UUID.init(uuidString:)) else { throw .badID }
        switch type.text {
        case "tap": return .tap(try tap(id, mayLackDesk: mayLackDesk))
        case "add":
            let tap = try tap(id, mayLackDesk: true)
            return .add(tap, try justification())
        case "amend": return try correction(id, .amend(try amendment()))
        case "void": return try correction(id, .void)
        case "restore": return try correction(id, .restore)
        default: throw .badType
        }
    }

    private func tap(_ id: UUID, mayLackDesk: Bool) throws(RejectionReason) -> Tap {
        guard let at = at.text.flatMap({ Instant(rfc3339: $0) }) else { throw .badTime }
        guard let user = user.text, UserName.isValid(user) else { throw .badUser }
        guard let kind = kind.text.flatMap(TapKind.init(rawValue:)) else { throw .badKind }
        let desk = try Self.desk(desk)
        if kind == .start, desk == nil, !mayLackDesk { throw .deskRequired }
        return Tap(id: id, user: user, kind: kind, at: at, desk: desk, office: officeName)
    }

    /// nil if absent or blank. A value that is no string becomes "", which names no office.
    private var officeName: String? {
        switch office {
        case .absent: nil
        case .text(let name): name.allSatisfy(\.isWhitespace) ? nil : name
        case .other: ""
        }
    }

    private func correction(_ id: UUID, _ change: Correction.Change) throws(RejectionReason) -> LogRecord {
        .correction(
            Correction(
                id: id, target: target.text.flatMap(UUID.init(uuidString:)), change: change,
                justification: try justification()))
    }

    private func amendment() throws(RejectionReason) -> Amendment {
        var amendment = Amendment()
        if let field = set["at"] {
            guard let at = field.text.flatMap({ Instant(rfc3339: $0) }) else { throw .badTime }
            amendment.at = at
        }
        if let field = set["kind"] {
            guard let kind = field.text.flatMap(TapKind.init(rawValue:)) else { throw .badKind }
            amendment.kind = kind
        }
        if let field = set["desk"] { amendment.desk = Amendment.Desk(try Self.desk(field)) }
        // An office cannot be cleared: "" names no office.
        if let field = set["office"] { amendment.office = field.text ?? "" }
        // Fields that cannot be amended are rejected, not ignored.
        guard !set.isEmpty, set.keys.allSatisfy({ ["at", "kind", "desk", "office"].contains($0) }) else { throw .emptySet }
        return amendment
    }

    /// - Returns: nil if no desk is named.
    private static func desk(_ field: Field) throws(RejectionReason) -> DeskID? {
        switch field {
        case .absent: return nil
        case .other: throw .badDesk
        case .text(let text):
            if DeskID.isBlank(text) { return nil }
            guard let desk = DeskID(text) else { throw .badDesk }
            return desk
        }
    }

    private func justification() throws(RejectionReason) -> Justification {
        guard let author = author.text, let reason = reason.text, !author.allSatisfy(\.isWhitespace),
            !reason.allSatisfy(\.isWhitespace)
        else { throw .reasonRequired }
        return Justification(author: author, reason: reason)
    }
}
