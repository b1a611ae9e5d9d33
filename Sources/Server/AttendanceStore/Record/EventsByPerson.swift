import Attendance
import FoundationEssentials
import Postgres

/// Assembles the rows of `stream_record`: each person's events with their corrections applied, one person after another.
/// A value that receives the pieces of the COPY; it holds the rows of one person at a time.
struct EventsByPerson {
    private struct Step {
        var change: Correction.Change
        var office: OfficeID?
    }

    private(set) var person: PersonID = 0
    private var steps: [UUID: [Step]] = [:]
    private var events: [RecordedEvent] = []
    private var isFirst = true

    /// - Returns: the people whose rows are complete.
    mutating func take(_ piece: [UInt8]) throws -> [(person: PersonID, events: [RecordedEvent])] {
        var complete: [(person: PersonID, events: [RecordedEvent])] = []
        try PostgresBinaryRows.reading(piece, isFirst: isFirst) { rows in
            while try rows.next() {
                guard let person: PersonID = try rows.id() else { continue }
                if person != self.person { complete += finish(with: person) }
                try take(&rows)
            }
        }
        isFirst = false
        return complete
    }

    /// The last person, after the last row.
    mutating func end() -> [(person: PersonID, events: [RecordedEvent])] { finish(with: 0) }

    private mutating func finish(with next: PersonID) -> [(person: PersonID, events: [RecordedEvent])] {
        defer {
            person = next
            steps = [:]
            events = []
            events.reserveCapacity(1024)
        }
        return person == 0 ? [] : [(person, events)]
    }

    /// Reads the columns after `person_id` by position, because COPY carries no column names.
    private mutating func take(_ rows: inout PostgresBinaryRows) throws {
        let at = try rows.timestamp()?.instant
        let id = try rows.uuid()
        let type = try rows.field()?.first
        let kind = TapKind(initial: try rows.field()?.first)
        let office: OfficeID? = try rows.id()
        let received = try rows.timestamp()?.instant
        let quarantine = try rows.text().flatMap(QuarantineReason.init)
        let desk = try rows.text().flatMap { DeskID($0) }
        let setsDesk = try rows.field()?.first == 1
        _ = try rows.field()
        guard let id else { return }
        guard let at else {
            let change = Correction.Change(initial: type, at: received, kind: kind, desk: setsDesk ? .some(desk) : nil)
            steps[id, default: []].append(Step(change: change, office: office))
            return
        }
        guard let kind, let office, let received else { return }
        var event = RecordedEvent(
            id: id, kind: kind, at: at, desk: desk, namesNoDesk: setsDesk && desk == nil, office: office, receivedAt: received,
            // The type is `add`, not `tap`.
            isAdded: type == UInt8(ascii: "a"), quarantine: quarantine)
        if !steps.isEmpty {
            for step in steps[id] ?? [] { event.apply(step.change, office: step.office) }
        }
        events.append(event)
    }
}

extension TapKind {
    /// The kind with this first letter, which is unique.
    fileprivate init?(initial: UInt8?) {
        switch initial {
        case UInt8(ascii: "s"): self = .start
        case UInt8(ascii: "p"): self = .pause
        case UInt8(ascii: "e"): self = .end
        default: return nil
        }
    }
}

extension Correction.Change {
    /// - Parameters:
    ///   - initial: the first letter of `amend`, `void` or `restore`.
    ///   - desk: nil: unchanged; `.some(nil)`: no desk.
    fileprivate init(initial: UInt8?, at: Instant?, kind: TapKind?, desk: DeskID??) {
        switch initial {
        case UInt8(ascii: "v"): self = .void
        case UInt8(ascii: "r"): self = .restore
        default: self = .amend(Amendment(at: at, kind: kind, desk: desk.map { Amendment.Desk($0) }))
        }
    }
}
