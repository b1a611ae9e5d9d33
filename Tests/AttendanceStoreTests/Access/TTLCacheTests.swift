import Testing
import TestOffice

@testable import AttendanceStore

@Suite struct `Cache of database lookups` {
    private let noon = TestOffice.noon
    private let cache = TTLCache<String, [String]>(uncachedLookups: ConcurrencyLimiter(limit: 1))

    private func look(_ found: [String]) async throws -> [String]? {
        try await cache.value(for: "key", now: noon) { _ in (found, until: nil) }
    }

    /// A caller may have an older value than the one that another caller looked up after an invalidation.
    @Test func `A change applies to the value that is cached at that time`() async throws {
        #expect(try await look(["administrator"]) == ["administrator"])
        cache.invalidate()
        #expect(try await look(["employee"]) == ["employee"])
        cache.update("key") { $0.append("used") }
        #expect(try await look([]) == ["employee", "used"])
    }

    @Test func `A change of an unknown key caches nothing`() async throws {
        cache.update("key") { $0.append("used") }
        #expect(try await look(["employee"]) == ["employee"])
    }

    @Test func `A value is not cached if the cache was invalidated during its lookup`() async throws {
        let found = try await cache.value(for: "key", now: noon) { _ in
            cache.invalidate()
            return (["administrator"], until: nil)
        }
        #expect(found == ["administrator"])
        #expect(try await look(["employee"]) == ["employee"])
    }
}
