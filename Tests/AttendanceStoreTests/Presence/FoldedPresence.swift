import Attendance
import AttendanceStore
import Foundation
import TestOffice

/// A person's presence as a server has it in memory, or as it follows from the log.
struct FoldedPresence: Equatable {
    var presence: Presence
    var holdsDesk: Bool

    init(_ presence: Presence, holdsDesk: Bool) {
        self.presence = presence
        self.holdsDesk = holdsDesk
    }

    var state: String { presence.state.rawValue }
    /// The claimed desk.
    var desk: String? { presence.claim?.desk.description }
    /// In milliseconds since 1970, as ``since``.
    var deadline: Int64? { presence.deadline?.millisecondsSince1970 }
    var since: Int64? { presence.claim?.since.millisecondsSince1970 }

    /// By user name, as a process with this store has folded it.
    static func all(in store: AttendanceStore) async throws -> [String: FoldedPresence] {
        let map = try await store.presence.map()
        var all: [String: FoldedPresence] = [:]
        for person in try await store.people.people() {
            all[person.userName] = FoldedPresence(map.people[person.id] ?? .off, holdsDesk: map.holdsDesk(person.id))
        }
        return all
    }

    /// By user name, derived from the whole log.
    static func derived(in office: TestOffice) async throws -> [String: FoldedPresence] {
        var calendars = try await office.store.officeSettings.calendars(try .system())
        var logs: [String: [Presence.LoggedTap]] = [:]
        for (user, events) in try await StoredLog.events(in: office) {
            logs[user] = events.filter(\.isEffective).map { event in
                let tap = Tap(id: event.id, user: user, kind: event.kind, at: event.at, desk: event.desk)
                return Presence.LoggedTap(tap: tap, office: event.office)
            }
        }
        var presences: [String: FoldedPresence] = [:]
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
            presences[user] = FoldedPresence(presence, holdsDesk: holdsDesk ?? false)
        }
        return presences
    }
}
