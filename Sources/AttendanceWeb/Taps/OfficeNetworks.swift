import Attendance
import AttendanceStore
import WebServer

/// Which offices' own networks an address is in, remembered for a moment so that a tap asks the database nothing. Addresses are
/// compared here and kept nowhere.
actor OfficeNetworks {
    private let store: AttendanceStore
    private let access: AccessCache
    private var ranges: [(office: Int64, ranges: [NetworkRange])] = []
    private var until = Instant(millisecondsSince1970: 0)
    /// How often the cache had been emptied when this was read.
    private var generation: Int?

    init(store: AttendanceStore, access: AccessCache) {
        self.store = store
        self.access = access
    }

    func offices(of client: ClientAddress, now: Instant) async throws -> Set<Int64> {
        let asked = await access.generation
        if generation != asked || now >= until {
            let requirements = try await store.startRequirements.startRequirements()
            // The database holds nothing but ranges, so none is left out.
            ranges = requirements.compactMap { office, requirement in
                let ranges = requirement.networks.compactMap { try? NetworkRange($0) }
                return ranges.isEmpty ? nil : (office, ranges)
            }
            (generation, until) = (asked, now.adding(seconds: AccessCache.lifetime))
        }
        return Set(ranges.filter { $0.ranges.contains { $0.contains(client) } }.map(\.office))
    }
}
