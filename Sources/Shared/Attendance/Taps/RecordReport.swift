import FoundationEssentials
package import JSON

/// A record as received: unvalidated fields that may be missing or malformed.
package struct RecordReport: Sendable, Equatable {
    package var id = ReportedField.absent
    package var type = ReportedField.absent
    package var user = ReportedField.absent
    package var kind = ReportedField.absent
    package var at = ReportedField.absent
    package var desk = ReportedField.absent
    package var office = ReportedField.absent
    package var target = ReportedField.absent
    /// The fields that an amendment sets, by name. ``ReportedField/absent`` clears a field.
    package var set: [String: ReportedField] = [:]
    package var author = ReportedField.absent
    package var reason = ReportedField.absent

    package init() {}

    /// Reads a record without failing. A missing or wrong field shows in the record's outcome.
    package init(_ json: JSONValue) {
        id = ReportedField(json["id"])
        type = ReportedField(json["type"])
        user = ReportedField(json["user"])
        kind = ReportedField(json["kind"])
        at = ReportedField(json["at"])
        desk = ReportedField(json["desk"])
        office = ReportedField(json["office"])
        target = ReportedField(json["target"])
        set = json["set"]?.object?.mapValues { ReportedField($0) } ?? [:]
        author = ReportedField(json["author"])
        reason = ReportedField(json["reason"])
    }

    /// Validates and normalises the fields.
    /// - Throws: the first failed check, in the order of the cases of ``RejectionReason``.
    package func record() throws(RejectionReason) -> LogRecord {
        guard let id = id.text.flatMap(UUID.init(uuidString:)) else { throw .badID }
        switch type.text {
        case "tap": return .tap(try tap(id, mayLackDesk: false))
        case "add":
            // An added start may name no desk: work away from a desk.
            let tap = try tap(id, mayLackDesk: true)
            return .add(tap, try justification())
        case "amend": return try correction(id, .amend(try amendment()))
        case "void": return try correction(id, .void)
        case "restore": return try correction(id, .restore)
        default: throw .badType
        }
    }

    private func tap(_ id: UUID, mayLackDesk: Bool) throws(RejectionReason) -> Tap {
        try Tap(id: id, user: user, kind: kind, at: at, desk: desk, office: office, mayLackDesk: mayLackDesk)
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
            amendment.at = try field.instant()
        }
        if let field = set["kind"] {
            amendment.kind = try field.kind()
        }
        if let field = set["desk"] { amendment.desk = Amendment.Desk(try field.desk()) }
        // An office cannot be cleared: "" names no office.
        if let field = set["office"] { amendment.office = field.text ?? "" }
        // Fields that cannot be amended are rejected, not ignored.
        guard !set.isEmpty, set.keys.allSatisfy({ ["at", "kind", "desk", "office"].contains($0) }) else { throw .emptySet }
        return amendment
    }

    private func justification() throws(RejectionReason) -> Justification {
        guard let author = author.text, let reason = reason.text, !author.allSatisfy(\.isWhitespace),
            !reason.allSatisfy(\.isWhitespace)
        else { throw .reasonRequired }
        return Justification(author: author, reason: reason)
    }
}
