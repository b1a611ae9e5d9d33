import Attendance
import FoundationEssentials
import Postgres

/// Imports old attendance as additions. The id of an addition is derived from its line, so importing a file twice adds nothing.
struct AttendanceImport: ImportContent {
    private let lines: [(line: Int, value: Line)]
    private let submissions: [CorrectionSubmission]

    /// - Throws: ``ImportError``, ``PostgresError``.
    init(
        _ table: inout ImportTable, _ offices: ImportOffices, _ justification: Justification?, _ pool: PostgresPool,
        now: Instant
    ) async throws {
        guard let justification else { throw ImportTable.wrong(.authorMissing) }
        var seen = DuplicateLines<UUID>()
        let userNames = try await Self.userNames(table.rows.map { $0["user"] }, pool)
        lines = table.map { row throws(LineError) in
            let line = try Self.read(row, userNames, offices)
            try seen.add(line.tap.id, nil, line: row.line)
            return line
        }
        submissions = lines.map { line in
            CorrectionSubmission(
                .add(line.value.tap, justification), atSent: line.value.atSent, deskSent: line.value.deskSent, receivedAt: now)
        }
    }

    private struct Line {
        var tap: Tap
        var atSent: String
        var deskSent: String?
    }

    func carryOut(_ table: inout ImportTable, _ connection: PostgresConnection) async throws -> ImportSummary {
        // Also if lines are wrong, to find the problems of the other lines. The transaction is rolled back then.
        let outcomes = try await CorrectionTransaction(connection: connection).record(submissions)
        var added = 0
        for (line, outcome) in zip(lines, outcomes) {
            switch outcome {
            case .accepted, .quarantined: added += 1
            // The id is derived from the line, so the tap exists: perhaps with another author or reason.
            case .duplicate, .conflict: break
            case .rejected(let reason): table.note(line.line, fault(reason, line.value.tap))
            }
        }
        try table.check()
        if added > 0 {
            try await connection.query("Hours/extend_employments", ["users": Set(lines.map(\.value.tap.user)).sorted()])
        }
        var summary = ImportSummary(known: lines.count - added)
        summary.add(added, .tap)
        return summary
    }

    /// The user names of existing people, by the names of the file, which are in any spelling.
    private static func userNames(_ names: [String], _ pool: PostgresPool) async throws -> [WrittenName: String] {
        let rows = try await pool.query(
            "Corrections/colleagues_by_user_name",
            ["user_names": names.filter(UserName.isValid).writtenNames])
        return Dictionary(try rows.map { (WrittenName(try $0.get("named")), try $0.get("user_name")) }) { first, _ in first }
    }

    private static func read(
        _ row: ImportTable.Row, _ userNames: [WrittenName: String], _ offices: ImportOffices
    ) throws(LineError) -> Line {
        let (user, at, kind) = (row["user"], row["at"], row["kind"].lowercased())
        guard UserName.isValid(user) else {
            throw user.isEmpty
                ? LineError.missing("user") : LineError(.badUserName, ["text": user, "most": "\(UserName.longest)"])
        }
        guard let kind = TapKind(rawValue: kind) else {
            throw LineError(.badKind, ["text": row["kind"]])
        }
        guard let instant = Instant(rfc3339: at) else {
            throw LineError(.badInstant, ["text": at])
        }
        // Exports of taps write so, too. An empty desk is no such place: exports leave it empty also if the place was erased.
        let isAway = kind == .start && row["desk"] == ExportedEvent.away
        let deskText = isAway ? "" : row["desk"]
        let desk = DeskID(deskText)
        guard desk != nil || deskText.isEmpty else { throw LineError(.badDesk, ["text": deskText]) }
        guard kind != .start || desk != nil || isAway else { throw LineError(.startWithoutDesk) }
        // Without an office, the desk or the person determines it. The desk decides where an office was chosen for it.
        let office =
            row["office"].isEmpty ? (desk == nil ? nil : offices.chosen?.name) : try offices.office(row["office"]).name
        var tap = Tap(
            id: UUID(), user: userNames[WrittenName(user)] ?? user, kind: kind, at: instant, desk: desk, office: office)
        tap.id = id(of: tap)
        return Line(tap: tap, atSent: at, deskSent: deskText.isEmpty ? nil : deskText)
    }

    /// A UUID derived from the content of a line.
    private static func id(of tap: Tap) -> UUID {
        let fields = [
            "desktap import 1", tap.user, tap.kind.rawValue, "\(tap.at.millisecondsSince1970)", tap.desk?.description ?? "",
            tap.office ?? "",
        ]
        return UUID(derivedFrom: CSVText.line(fields))
    }

    private func fault(_ reason: RejectionReason, _ tap: Tap) -> ImportFault<LineFault> {
        let desk = tap.desk?.description ?? ""
        return switch reason {
        case .unknownPerson: ImportFault(.unknownUser, ["text": tap.user])
        case .unknownDesk:
            tap.office.map { ImportFault(.unknownDeskIn, ["desk": desk, "office": $0]) }
                ?? ImportFault(.unknownDesk, ["desk": desk])
        case .future: ImportFault(.future)
        case .badOffice: ImportFault(.unclearOffice)
        default: ImportFault(.refused, ["text": reason.rawValue])
        }
    }
}
