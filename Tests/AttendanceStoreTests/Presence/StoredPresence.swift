import Attendance
import AttendanceStore
import Foundation
import TestOffice

/// A person's presence as the database holds it, or as it follows from the log.
struct StoredPresence: Equatable {
    var state: String
    var sessionStart: Int64?
    var deadline: Int64?
    var desk: String?
    var startID: String?
    var since: Int64?
    var latestID: String?
    var holdsDesk: Bool

    /// By user name, read from the tables.
    static func all(in office: TestOffice) async throws -> [String: StoredPresence] {
        let rows = try await office.pool.withConnection { connection in
            try await connection.execute(
                """
                select person.user_name, presence.state, (extract(epoch from session_start) * 1000)::bigint,
                       (extract(epoch from deadline) * 1000)::bigint, presence.desk, presence.start_id,
                       (extract(epoch from desk_since) * 1000)::bigint, latest_id,
                       coalesce(desk_claim.start_id = presence.start_id, false)
                  from presence join person on person.id = presence.person_id
                  left join desk_claim on desk_claim.office_id = presence.office_id and desk_claim.desk = presence.desk
                """)
        }
        var all: [String: StoredPresence] = [:]
        for row in rows {
            func milliseconds(_ column: Int) throws -> Int64? {
                try row.getIfPresent(column, as: String.self).flatMap { Int64($0) }
            }
            all[try row.get(0)] = StoredPresence(
                state: try row.get(1), sessionStart: try milliseconds(2), deadline: try milliseconds(3),
                desk: try row.getIfPresent(4), startID: try row.getIfPresent(5), since: try milliseconds(6),
                latestID: try row.getIfPresent(7), holdsDesk: try row.get(8, as: String.self) == "t")
        }
        return all
    }

    /// By user name, derived from the whole log.
    static func derived(in office: TestOffice) async throws -> [String: StoredPresence] {
        var calendars = try await office.store.officeSettings.calendars(try .system())
        var logs: [String: [Presence.LoggedTap]] = [:]
        for (user, events) in try await StoredLog.events(in: office) {
            logs[user] = events.filter(\.isEffective).map { event in
                let tap = Tap(id: event.id, user: user, kind: event.kind, at: event.at, desk: event.desk)
                return Presence.LoggedTap(tap: tap, office: event.office)
            }
        }
        var presences: [String: StoredPresence] = [:]
        for (user, log) in logs {
            func others(_ place: OfficeID, _ desk: DeskID) -> [TapOrder] {
                logs.filter { $0.key != user }.values.joined()
                    .filter { $0.tap.kind == .start && $0.office == place && $0.tap.desk == desk }.map(\.tap.order)
            }
            let presence = Presence.derived(from: log, in: &calendars) { place, desk, before in
                others(place, desk).filter { $0 < before }.max()
            }
            let holdsDesk = presence.claim.map { claim in
                others(claim.office, claim.desk).allSatisfy { $0 < claim.start }
            }
            presences[user] = StoredPresence(
                state: presence.state.rawValue, sessionStart: presence.sessionStart?.millisecondsSince1970,
                deadline: presence.deadline?.millisecondsSince1970, desk: presence.claim?.desk.description,
                startID: presence.claim?.start.id.uuidString.lowercased(),
                since: presence.claim?.since.millisecondsSince1970,
                latestID: presence.latest?.id.uuidString.lowercased(), holdsDesk: holdsDesk ?? false)
        }
        return presences
    }
}
