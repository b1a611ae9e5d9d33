import Attendance
import AttendanceStore

/// A viewer's access to an office's map.
struct MapAccess: Sendable {
    let office: Office
    let names: NameVisibility
    /// The office's name; nil for the viewer's own office.
    let otherOffice: String?
    /// The query that selects this office; empty for the viewer's own office.
    var query: String { otherOffice.map { "office=" + Address.percentEncoded($0) } ?? "" }

    /// `address` with ``query``.
    func address(_ address: String) -> String {
        query.isEmpty ? address : address + (address.contains("?") ? "&" : "?") + query
    }
}

extension MapAccess {
    /// Nil if the viewer may not see this office's map.
    init?(of office: Office, for viewer: Person, _ store: AttendanceStore) async throws {
        guard let names = try await Self.names(on: office.id, for: viewer, store) else { return nil }
        self.office = office
        self.names = names
        otherOffice = office.id == viewer.office ? nil : office.name
    }

    /// - Parameter name: the office's name; nil for the viewer's own office.
    /// - Throws: ``WebError/notYours`` if the office does not exist or the viewer may not see its map.
    init(of name: String?, for viewer: Person, _ store: AttendanceStore) async throws {
        let offices = try await store.offices.offices()
        guard let office = offices.named(name, or: viewer.office),
            let sight = try await MapAccess(of: office, for: viewer, store)
        else { throw WebError.notYours }
        self = sight
    }

    /// The names that a viewer sees on an office's map; nil: no access to the map. The setting: ``NamesShown``.
    static func names(on office: OfficeID, for viewer: Person, _ store: AttendanceStore) async throws -> NameVisibility? {
        if viewer.may(.seeAttendance, in: office) { return .all }
        let isOwn = viewer.office == office
        return switch try await store.mapPrivacy.mapPrivacy(of: office).names {
        case .everybody: .unlessPrivate
        case .office: isOwn ? .unlessPrivate : nil
        case .managers: isOwn ? try await store.teams.manages(viewer.id) ? .unlessPrivate : NameVisibility.none : nil
        }
    }

    /// The offices whose maps a viewer has access to, in the order of ``OfficeStore/offices()``.
    static func offices(seenBy viewer: Person, _ store: AttendanceStore) async throws -> [Office] {
        let offices = try await store.offices.offices()
        if offices.count < 2 || viewer.reach(.seeAttendance).all { return offices }
        let open = try await store.mapPrivacy.officesOpenToAll()
        return offices.filter { $0.id == viewer.office || open.contains($0.id) || viewer.may(.seeAttendance, in: $0.id) }
    }
}
