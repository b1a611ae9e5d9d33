import Foundation
import Synchronization
import TestServers
import Testing
import VirtualReader

/// A reader that accepts a command but does not respond during the test.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)))
struct `A reader that does not respond` {
    private static let address = "https://desk.example.com/t?event=start&desk=6F-A3"

    /// Holds the reader's responses until it is released.
    private final class Hold: Sendable {
        private let isLetGo = Mutex(false)
        private let holds = Mutex(0)
        /// The number of commands without a response.
        var count: Int { holds.withLock { $0 } }

        func letGo() { isLetGo.withLock { $0 = true } }

        func take(_ message: [UInt8]) {
            guard message.count > 1, !isLetGo.withLock({ $0 }) else { return }
            holds.withLock { $0 += 1 }
            while !isLetGo.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.01) }
        }
    }

    private func withSilentReader(
        _ arguments: [String], _ body: (ChildProcess, Hold) async throws -> Void
    ) async throws {
        try await PcscServer.with { pcscd in
            let hold = Hold()
            defer { hold.letGo() }
            let reader = VirtualReader(port: pcscd.port) { hold.take($0) }
            try reader.insert(try TagModel.ntag213.tag(holding: Self.address))
            let environment = pcscd.environment.merging([
                "DESKTAP_READER_KEY": "k", "DESKTAP_READER_QUEUE": pcscd.folder + "/queue",
            ]) { $1 }
            let process = try ChildProcess(
                [builtProgram("desktap-reader")] + arguments, in: pcscd.folder, environment: environment)
            try await body(process, hold)
        }
    }

    @Test func `A tag command ends at --timeout with a sentence if the reader does not respond`() async throws {
        try await withSilentReader(["tag", "info", "--timeout", "1"]) { process, hold in
            #expect(await process.wait() == 75)
            #expect(process.output.contains("The reader does not respond."), "\(process.output)")
            #expect(hold.count == 1)
        }
    }

    @Test func `The reader program shuts down at SIGTERM although a reader does not respond`() async throws {
        let arguments = ["run", "--server", "http://127.0.0.1:9", "--user", "ada"]
        try await withSilentReader(arguments) { process, hold in
            while hold.count == 0, process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
            #expect(process.output.contains("The program ended before the tag was read."), "\(process.output)")
        }
    }
}
