import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Server secret` {
    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `The server secret is created when first needed, readable only by its owner`() async throws {
        try await TestOffice.with { office in
            try await office.store.secrets.check()
            #expect(!FileManager.default.fileExists(atPath: office.secretFile))
            _ = try await office.store.signingKeys.addSigningKey(now: TestOffice.noon)
            #expect(try permissions(office.secretFile) == 0o600)
            #expect(try Data(contentsOf: URL(filePath: office.secretFile)).count == 32)
            try await AttendanceStore(pool: office.pool, secretFile: office.secretFile).secrets.check()
        }
    }

    @Test func `The server secret is created together with its folders`() async throws {
        try await TestOffice.with { office in
            let path = office.secretFile + "s/deep/secret"
            _ = try await AttendanceStore(pool: office.pool, secretFile: path).signingKeys.addSigningKey(now: TestOffice.noon)
            #expect(try permissions(path) == 0o600)
            #expect(try permissions(office.secretFile + "s") == 0o700)
        }
    }

    @Test func `The server secret of another database is refused`() async throws {
        try await TestOffice.with { office in
            _ = try await office.store.signingKeys.addSigningKey(now: TestOffice.noon)
            let other = office.secretFile + "-other"
            try await TestOffice.with { elsewhere in
                let store = AttendanceStore(pool: elsewhere.pool, secretFile: other)
                _ = try await store.signingKeys.addSigningKey(now: TestOffice.noon)
            }
            let wrong = AttendanceStore(pool: office.pool, secretFile: other)
            await #expect(throws: SecretError.other(path: other)) { try await wrong.secrets.check() }
            await #expect(throws: SecretError.other(path: other)) {
                try await wrong.signingKeys.addSigningKey(now: TestOffice.noon)
            }
            #expect(try await office.store.signingKeys.signingKeys().count == 1)
        }
    }

    @Test func `A lost server secret is not replaced by a new one`() async throws {
        try await TestOffice.with { office in
            _ = try await office.store.signingKeys.addSigningKey(now: TestOffice.noon)
            try FileManager.default.removeItem(atPath: office.secretFile)
            let store = AttendanceStore(pool: office.pool, secretFile: office.secretFile)
            await #expect(throws: SecretError.missing(path: office.secretFile)) { try await store.secrets.check() }
            await #expect(throws: SecretError.missing(path: office.secretFile)) {
                try await store.signingKeys.addSigningKey(now: TestOffice.noon)
            }
            #expect(!FileManager.default.fileExists(atPath: office.secretFile))
            let without = AttendanceStore(pool: office.pool)
            await #expect(throws: SecretError.noFile) { try await without.secrets.check() }
        }
    }

    @Test(
        arguments: [
            (Data(repeating: 7, count: 31), 0o600, "has 31 bytes instead of 32"),
            (Data(), 0o600, "has 0 bytes instead of 32"),
            (Data(repeating: 7, count: 33), 0o600, "has 33 bytes instead of 32"),
            (Data(repeating: 7, count: 32), 0o640, "is accessible to other users. Run 'chmod 600"),
            (Data(repeating: 7, count: 32), 0o604, "is accessible to other users"),
        ] as [(Data, Int, String)])
    func `A server secret file of wrong size or with open permissions is refused`(
        contents: Data, permissions: Int, sentence: String
    ) async throws {
        try await TestOffice.with { office in
            #expect(
                FileManager.default.createFile(
                    atPath: office.secretFile, contents: contents, attributes: [.posixPermissions: permissions]))
            let error = await #expect(throws: SecretError.self) { try await office.store.secrets.check() }
            #expect(error?.description.contains(sentence) == true)
            await #expect(throws: SecretError.self) { try await office.store.signingKeys.addSigningKey(now: TestOffice.noon) }
            let fingerprints = try await office.value("select count(*)::text from server_secret")
            #expect(fingerprints == "0")
        }
    }

    @Test func `A server secret path that is not a file is refused`() async throws {
        try await TestOffice.with { office in
            try FileManager.default.createDirectory(atPath: office.secretFile, withIntermediateDirectories: true)
            await #expect(throws: SecretError.unusable(path: office.secretFile, .unsuitable)) {
                try await office.store.secrets.check()
            }
            let path = "/proc/desktap/secret"
            let store = AttendanceStore(pool: office.pool, secretFile: path)
            let error = await #expect(throws: SecretError.self) {
                try await store.signingKeys.addSigningKey(now: TestOffice.noon)
            }
            #expect(error?.description.contains("cannot be created at /proc/desktap/secret") == true)
        }
    }

    @Test func `Stores that first need the server secret at the same time share one`() async throws {
        try await TestOffice.with(connections: 8) { office in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    let store = AttendanceStore(pool: office.pool, secretFile: office.secretFile)
                    group.addTask { _ = try await store.signingKeys.addSigningKey(now: TestOffice.noon) }
                }
                try await group.waitForAll()
            }
            #expect(try await office.store.signingKeys.signingKeys().map(\.number) == Array(1...8))
            let folder = URL(filePath: office.secretFile).deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["secret"])
        }
    }

    @Test func `A signing key that was copied onto another in the database is refused`() async throws {
        try await TestOffice.with { office in
            _ = try await office.store.signingKeys.addSigningKey(now: TestOffice.noon)
            _ = try await office.store.signingKeys.addSigningKey(now: TestOffice.noon)
            // The attack: put key 1 in place of key 2, so that it signs on although it is retired.
            try await office.execute(
                """
                update signing_key set wrapped_private_key =
                    (select wrapped_private_key from signing_key as first where first.number = 1)
                """)
            let place = try await office.store.tags.place(of: .start, at: DeskID("6F-A1"), in: nil, home: office.office)
            let uid = try #require(UID(hex: "04A1B2C3"))
            await #expect(throws: SecretError.wrongKey(2)) {
                try await office.store.tags.issueTag(uid, for: place, now: TestOffice.noon)
            }
        }
    }
}
