import FoundationEssentials

/// A record as it arrived: fields that may be missing or wrong.
package struct RecordReport: Sendable, Equatable {
    package enum Field: Sendable, Equatable {
        case absent
        case text(String)
        /// It is there, and is no text.
        case other

        package init(_ text: String?) { self = text.map { .text($0) } ?? .absent }

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
    /// What an amendment sets, by name; a field may be set to nothing, which is ``Field/absent``.
    package var set: [String: Field] = [:]
    package var author = Field.absent
    package var reason = Field.absent

    package init() {}

    /// The record this report is of.
    /// - Throws: the first reason, in the order of ``RejectionReason``'s cases, why it is none.
    package func record() throws(RejectionReason) -> LogRecord {
        guard let id = id.text.flatMap(UUID.init(uuidString:)) else { throw .badID }
        switch type.text {
        case "tap": return .tap(try tap(id))
        case "add":
            let tap = try tap(id)
            return .add(tap, try justification())
        case "amend": return try correction(id, .amend(try amendment()))
        case "void": return try correction(id, .void)
        case "restore": return try correction(id, .restore)
        default: throw .badType
        }
    }

    private func tap(_ id: UUID) throws(RejectionReason) -> Tap {
        guard let at = at.text.flatMap({ Instant(rfc3339: $0) }) else { throw .badTime }
        guard let user = user.text, TapReport.isUserName(user) else { throw .badUser }
        guard let kind = kind.text.flatMap(TapKind.init(rawValue:)) else { throw .badKind }
        let desk = try Self.desk(desk)
        if kind == .start, desk == nil { throw .deskRequired }
        return Tap(id: id, user: user, kind: kind, at: at, desk: desk, office: officeName)
    }

    /// Blank is none; what is no text is the name of no office.
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
        if let field = set["desk"] { amendment.desk = try Self.desk(field).map { .named($0) } ?? .unnamed }
        // An office cannot be taken away: "" is the name of none.
        if let field = set["office"] { amendment.office = field.text ?? "" }
        // What cannot be amended is refused rather than passed over.
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
