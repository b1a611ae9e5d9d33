import AttendanceStore

/// Whose map somebody looks at, and which names they read on it.
struct MapAccess: Sendable {
    let office: Office
    let names: NameVisibility
    /// The office's name where it is not the viewer's own.
    let otherOffice: String?
    /// What addresses of this map end with: nothing for the viewer's own office.
    var query: String { otherOffice.map { "office=" + Address.percentEncoded($0) } ?? "" }

    /// An address of this map.
    func address(_ address: String) -> String {
        query.isEmpty ? address : address + (address.contains("?") ? "&" : "?") + query
    }
}

extension MapAccess {
    /// Nil for an office whose map is not shown to others.
    init?(of office: Office, for viewer: Person, _ services: WebServices) async throws {
        guard let names = try await Authorization(store: services.store).names(on: office.id, for: viewer) else { return nil }
        self.office = office
        self.names = names
        otherOffice = office.id == viewer.office ? nil : office.name
    }

    /// - Parameter name: of the office; nil is the viewer's own.
    /// - Throws: ``WebError/notYours`` for an office whose map is not shown to others.
    init(of name: String?, for viewer: Person, _ services: WebServices) async throws {
        let offices = try await services.store.offices.offices()
        guard let office = offices.first(where: { name == nil ? $0.id == viewer.office : $0.name == name }),
            let sight = try await MapAccess(of: office, for: viewer, services)
        else { throw WebError.notYours }
        self = sight
    }
}
