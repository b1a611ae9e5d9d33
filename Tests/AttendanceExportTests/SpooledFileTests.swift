@testable import AttendanceExport

import Foundation
import Testing

@Suite struct `Spooled file` {
    @Test func `A spooled file leaves no name behind, whether written or failed`() async throws {
        var folders: [String] = []
        let file = try await SpooledFile { path, folder in
            folders.append(folder)
            try OutputFile(path: path).write([1, 2, 3])
        }
        struct Failed: Error {}
        await #expect(throws: Failed.self) {
            _ = try await SpooledFile { path, folder in
                folders.append(folder)
                try OutputFile(path: path).write([1])
                throw Failed()
            }
        }
        #expect(folders.count == 2 && folders.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
        var bytes: [UInt8] = []
        try await file.pieces { bytes += $0 }
        #expect(bytes == [1, 2, 3] && file.size == 3)
    }
}
