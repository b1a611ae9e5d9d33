import AttendanceStore

/// The offices whose maps somebody sees, to go from one to another. Whoever sees one alone has nothing to choose.
struct OfficeChoice: Sendable {
    struct Line {
        let name: String
        let address: String
        let isCurrent: Bool
    }

    /// The one that is shown.
    let office: String
    let lines: [Line]

    /// - Parameter address: of the page to come to.
    init?(_ offices: [Office], in sight: MapAccess, at address: String, for viewer: Person) {
        guard offices.count > 1 else { return nil }
        office = sight.office.name
        lines = offices.map { office in
            Line(
                name: office.name,
                address: Address.asking(address, [("office", office.id == viewer.office ? nil : office.name)]),
                isCurrent: office.id == sight.office.id)
        }
    }
}

extension MapAccess {
    /// What there is to choose besides; nil where this is all.
    func choice(at address: String, for viewer: Person, _ services: WebServices) async throws -> OfficeChoice? {
        OfficeChoice(
            try await Authorization(store: services.store).offices(seenBy: viewer), in: self, at: address, for: viewer)
    }
}
