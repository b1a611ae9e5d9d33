import Foundation

/// A folder for one test, deleted when the test ends.
package enum TestFolder {
    /// The parent of all test folders: `DESKTAP_TEST_FOLDER`, which `scripts/test` deletes at its end, or `/tmp`. Short,
    /// because the path of a Unix socket has at most 107 bytes.
    package static let parent = ProcessInfo.processInfo.environment["DESKTAP_TEST_FOLDER"] ?? "/tmp"

    package static func with<Value>(_ body: (_ path: String) async throws -> Value) async throws -> Value {
        let path = "\(parent)/t\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }
}
