import Attendance
import AttendanceStore
import Foundation
import TestOffice

/// The whole log as the tables hold it, corrections folded, by user name.
enum StoredLog {
    static func events(in office: TestOffice) async throws -> [String: [RecordedEvent]] {
        let rows = try await office.pool.withConnection { connection in
            try await connection.execute(
                """
                select event.id, user_name, kind, (extract(epoch from event.at) * 1000)::bigint, desk, event.office_id,
                       (extract(epoch from received_at) * 1000)::bigint, type, quarantine
                  from event join person on person.id = event.person_id
                  left join log_place on log_place.seq = event.seq
                 order by event.seq
                """)
        }
        var events: [String: [RecordedEvent]] = [:]
        var places: [UUID: (user: String, index: Int)] = [:]
        for row in rows {
            func text(_ column: Int) throws -> String { try row.get(column) }
            guard let id = UUID(uuidString: try text(0)), let kind = TapKind(rawValue: try text(2)),
                let at = Int64(try text(3)), let place = OfficeID(try text(5)), let receivedAt = Int64(try text(6))
            else { continue }
            let user = try text(1)
            places[id] = (user, events[user, default: []].count)
            events[user, default: []].append(
                RecordedEvent(
                    id: id, kind: kind, at: Instant(millisecondsSince1970: at),
                    desk: try row.getIfPresent(4, as: String.self).flatMap { DeskID($0) }, office: place,
                    receivedAt: Instant(millisecondsSince1970: receivedAt), isAdded: try text(7) == "add",
                    quarantine: try row.getIfPresent(8, as: String.self).flatMap(QuarantineReason.init)))
        }
        for (target, change, place) in try await corrections(in: office) {
            guard let event = places[target] else { continue }
            events[event.user]?[event.index].apply(change, office: place)
        }
        return events
    }

    /// In the order of the log.
    private static func corrections(
        in office: TestOffice
    ) async throws -> [(target: UUID, change: Correction.Change, office: OfficeID?)] {
        let rows = try await office.pool.withConnection { connection in
            try await connection.execute(
                """
                select target_id, type, (extract(epoch from new_at) * 1000)::bigint, new_kind, new_office_id,
                       log_place.seq is not null, desk
                  from correction left join log_place using (seq) order by correction.seq
                """)
        }
        return try rows.compactMap { row in
            func number(_ column: Int) throws -> Int64? { try row.getIfPresent(column, as: String.self).flatMap { Int64($0) } }
            guard let target = UUID(uuidString: try row.get(0)) else { return nil }
            switch try row.get(1, as: String.self) {
            case "void": return (target, .void, nil)
            case "restore": return (target, .restore, nil)
            default:
                var amendment = Amendment(
                    at: try number(2).map { Instant(millisecondsSince1970: $0) },
                    kind: try row.getIfPresent(3, as: String.self).flatMap(TapKind.init))
                if try row.get(5, as: String.self) == "t" {
                    let desk = try row.getIfPresent(6, as: String.self).flatMap { DeskID($0) }
                    amendment.desk = desk.map { .named($0) } ?? .unnamed
                }
                return (target, .amend(amendment), try row.getIfPresent(4, as: String.self).flatMap { OfficeID($0) })
            }
        }
    }
}
