import AttendanceStore

/// Links to the maps of all offices that the viewer may see.
struct OfficeChoice: Sendable {
    /// The name of the office shown.
    let office: String
    let lines: [Link]

    /// Nil if the viewer sees fewer than two offices.
    /// - Parameter address: the page to link to, without an office.
    init?(_ offices: [Office], in sight: MapAccess, at address: String, for viewer: Person) {
        guard offices.count > 1 else { return nil }
        office = sight.office.name
        lines = offices.map { office in
            Link(
                name: office.name,
                address: Address.asking(address, [("office", office.id == viewer.office ? nil : office.name)]),
                isCurrent: office.id == sight.office.id)
        }
    }
}

extension MapAccess {
    /// The offices to choose from; nil if the viewer sees fewer than two.
    func choice(at address: String, for viewer: Person, _ store: AttendanceStore) async throws -> OfficeChoice? {
        OfficeChoice(
            try await MapAccess.offices(seenBy: viewer, store), in: self, at: address, for: viewer)
    }
}
