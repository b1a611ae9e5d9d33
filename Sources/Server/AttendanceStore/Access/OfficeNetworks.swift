import Attendance

/// Caches the offices' networks, so that a tap does not query the database for them.
struct OfficeNetworks: Sendable {
    private let store: StartRequirementStore
    private let ranges = TTLCache<SoleKey, [(office: OfficeID, ranges: [NetworkRange])]>()

    init(store: StartRequirementStore) { self.store = store }

    /// The offices whose networks contain an address. The address is not stored.
    func offices(of client: ClientAddress, now: Instant) async throws -> Set<OfficeID> {
        let offices = try await ranges.value(now: now) {
            // The database accepts only valid ranges, so none is left out.
            try await store.startRequirements().compactMap { office, requirement in
                let ranges = requirement.networks.compactMap { try? NetworkRange($0) }
                return ranges.isEmpty ? nil : (office: office, ranges: ranges)
            }
        }
        return Set(offices.filter { $0.ranges.contains { $0.contains(client) } }.map(\.office))
    }

    func invalidate() { ranges.invalidate() }
}
