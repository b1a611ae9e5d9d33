package import Attendance
import FoundationEssentials

/// The addition and the corrections of an exported event, up to the head of the export.
package struct EventChanges: Sendable, Equatable {
    /// Before the corrections. nil: another value of a later version.
    package let kind: TapKind?
    package let desk: DeskID?
    /// Whether the event was added as work away from a desk.
    package let wasAway: Bool
    /// Whether the tap was quarantined when it arrived.
    package let wasHeld: Bool
    /// nil: the event is a tap.
    package let addition: Addition?
    /// In the order in which they apply.
    package let steps: [Step]

    package struct Addition: Sendable, Equatable, Decodable {
        /// User name and displayed name.
        let author: String
        package let name: String
        package let reason: String
        /// The displayed name of the person whose request it fulfils; nil: none.
        package let requester: String?
    }

    package struct Step: Sendable, Equatable {
        let type: String
        /// The new instant as it was sent.
        let atSent: String?
        let author: String
        package let change: Correction.Change
        package let name: String
        package let receivedAt: Instant
        package let reason: String
        package let requester: String?

        /// Whether the person who made the tap undid it: ``CorrectionStore/undo(_:of:as:now:)``.
        package var isUndo: Bool { change == .void && requester == nil && reason == UndoState.reason }
    }

    /// Whether the event is void because the person who made the tap undid it.
    package var isUndone: Bool { steps.last?.isUndo == true }

    /// Whether no correction ended the quarantine.
    package var isHeld: Bool {
        wasHeld
            && !steps.contains { step in
                switch step.change {
                case .void: false
                case .restore: true
                case .amend(let amendment): amendment.at != nil
                }
            }
    }
}

extension EventChanges {
    /// The text of the contract (Exports.md): each change with author, time, reason and new values.
    var text: String {
        let added = addition.map { "added by \($0.author) (\($0.reason))" }
        // Only an added start can be away from a desk.
        var kind = kind
        let steps = steps.map { step in
            if case .amend(let amendment) = step.change { kind = amendment.kind ?? kind }
            return step.text(canBeAway: addition != nil && kind == .start)
        }
        return ([added].compactMap(\.self) + steps).joined(separator: "; ")
    }
}

extension EventChanges.Step {
    fileprivate func text(canBeAway: Bool) -> String {
        var parts = [type]
        if case .amend(let amendment) = change {
            if let atSent { parts.append("at \(atSent)") }
            if let kind = amendment.kind { parts.append("kind \(kind.rawValue)") }
            if let desk = amendment.desk?.id { parts.append("desk \(desk)") }
            if canBeAway, amendment.desk == .unnamed { parts.append("desk \(ExportedEvent.away)") }
        }
        return (parts + ["by \(author) \(receivedAt.rfc3339()) (\(reason))"]).joined(separator: " ")
    }
}

// MARK: - The JSON text of `Export/stream_events`

extension EventChanges: Decodable {
    private enum Key: String, CodingKey {
        case kind, desk, away, held, addition, steps
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        kind = TapKind(rawValue: try container.decode(String.self, forKey: .kind))
        desk = try container.decodeIfPresent(String.self, forKey: .desk).flatMap { DeskID($0) }
        wasAway = try container.decodeIfPresent(Bool.self, forKey: .away) ?? false
        wasHeld = try container.decode(Bool.self, forKey: .held)
        addition = try container.decodeIfPresent(Addition.self, forKey: .addition)
        steps = try container.decodeIfPresent([Step].self, forKey: .steps) ?? []
    }

    /// - Parameter json: of a row.
    init(json: String) throws { self = try JSONDecoder().decode(EventChanges.self, from: Data(json.utf8)) }
}

extension EventChanges.Step: Decodable {
    private enum Key: String, CodingKey {
        case type, at, sent, kind, desk, sets, office, author, name, received, reason, requester
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String? { try container.decodeIfPresent(String.self, forKey: key) }
        func instant(_ key: Key) throws -> Instant? {
            try container.decodeIfPresent(Int64.self, forKey: key).map { Instant(millisecondsSince1970: $0) }
        }
        type = try container.decode(String.self, forKey: .type)
        atSent = try text(.sent)
        (author, name) = (try container.decode(String.self, forKey: .author), try container.decode(String.self, forKey: .name))
        receivedAt = try instant(.received) ?? Instant(millisecondsSince1970: 0)
        reason = try text(.reason) ?? ""
        requester = try text(.requester)
        switch type {
        case "void": change = .void
        case "restore": change = .restore
        default:
            var amendment = Amendment(
                at: try instant(.at), kind: try text(.kind).flatMap(TapKind.init), office: try text(.office))
            if try container.decode(Bool.self, forKey: .sets) {
                amendment.desk = Amendment.Desk(try text(.desk).flatMap { DeskID($0) })
            }
            change = .amend(amendment)
        }
    }
}
