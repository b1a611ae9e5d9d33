import Attendance
import AttendanceStore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Cookie key` {
    @Test func `Servers that start at the same time get one key, and the database has it only encrypted`() async throws {
        try await TestOffice.with { office in
            let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<8 { group.addTask { try await office.store.cookieKey.bytes } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            let key = try #require(keys.count == 1 ? keys.first : nil)
            let stored = try await office.value("select encode(key, 'hex') from cookie_key") ?? ""
            #expect((key.count, stored.count) == (32, 120) && !stored.contains(key.hexadecimal.lowercased()))
            let pushSeed = try await office.store.cookieKey.pushSeed
            #expect(pushSeed.count == 32 && pushSeed != key)
        }
    }

    @Test func `The key of an earlier version stays, and is encrypted by the first server that starts`() async throws {
        try await TestOffice.with { office in
            _ = try await office.value("insert into cookie_key (key) values (decode(repeat('a7', 32), 'hex')) returning ''")
            for _ in 0..<2 {
                #expect(try await office.store.cookieKey.bytes == [UInt8](repeating: 0xA7, count: 32))
                #expect(try await office.value("select octet_length(key)::text from cookie_key") == "60")
            }
        }
    }

    @Test func `A key that was changed in the database is refused with words, and stays`() async throws {
        try await TestOffice.with { office in
            _ = try await office.store.cookieKey
            let changed = try await office.value(
                "update cookie_key set key = set_byte(key, 20, get_byte(key, 20) # 1) returning encode(key, 'hex')")
            await #expect(throws: SecretError.wrongCookieKey) { try await office.store.cookieKey }
            #expect(try await office.value("select encode(key, 'hex') from cookie_key") == changed)
        }
    }
}
