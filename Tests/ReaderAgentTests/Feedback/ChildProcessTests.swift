import Foundation
import TestServers
import Testing

/// What all tests with programs rely on.
@Suite struct `Child processes` {
    @Test func `The end of a process is detected while others that started with it are running`() async throws {
        try await TestFolder.with { folder in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<40 {
                            let long = try ChildProcess(["sleep", "600"], in: folder)
                            for _ in 0..<6 { #expect(try await ChildProcess(["true"], in: folder).wait() == 0) }
                            #expect(long.isRunning)
                            long.signal(SIGKILL)
                            #expect(await long.wait() == -SIGKILL)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `A status, a signal and a missing program are reported`() async throws {
        try await TestFolder.with { folder in
            #expect(try await ChildProcess(["sh", "-c", "exit 3"], in: folder).wait() == 3)
            #expect(try await ChildProcess(["nobodys-program"], in: folder).wait() == 127)
            let process = try ChildProcess(["sleep", "600"], in: folder)
            #expect(process.isRunning)
            process.signal(SIGTERM)
            #expect(await process.wait() == -SIGTERM)
            #expect(await process.wait() == -SIGTERM)
            #expect(!process.isRunning)
        }
    }
}
