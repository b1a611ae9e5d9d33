import PCSC
import TestServers
import Testing
import VirtualReader

@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .serialized)
struct `Reader watch` {
    private static let address = "https://desk.example.com/t?event=start&desk=6F-A3"

    @Test func `All readers of pcscd are listed`() async throws {
        try await PcscServer.withinProcess { server in
            let readers = try await ReaderWatch.readers()
            #expect(readers.sorted() == server.readers)
        }
    }

    @Test func `Tags on several readers are reported`() async throws {
        try await PcscServer.withinProcess { server in
            try await watching { events in
                for reader in server.readers { try await events.expect(.removed(reader: reader)) }
                let readers = (0..<2).map { VirtualReader(port: server.port + UInt16($0)) }
                for reader in readers { try reader.insert(try TagModel.slix.tag(holding: Self.address)) }
                for reader in server.readers { try await events.expectInsertion(reader) }
                try readers[1].remove()
                try await events.expect(.removed(reader: server.readers[1]))
            }
        }
    }

    @Test func `The reader watch waits for pcscd and continues after its restart`() async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port)
            await server.kill()
            try await watching { events in
                try await events.expectLoss()
                try await server.restart()
                try await events.expect(.serviceRestored)
                try await events.expect(.attached(reader: server.readers[0]))
                await server.kill()
                try await events.expect(.detached(reader: server.readers[0]))
                try await events.expectLoss()
                try await server.restart()
                try await events.expect(.serviceRestored)
                try reader.insert(try TagModel.ntag213.tag(holding: Self.address))
                try await events.expectInsertion(server.readers[0])
            }
        }
    }

    @Test func `Listing readers without pcscd throws serviceNotRunning`() async throws {
        try await PcscServer.withinProcess { server in
            await server.kill()
            await #expect { try await ReaderWatch.readers() } throws: { error in
                [.serviceNotRunning, .accessDenied].contains(error as? PCSCError)
            }
        }
    }

    @Test func `The reader watch ends when its task is cancelled`() async throws {
        try await PcscServer.withinProcess { server in
            try await watching { events in try await events.expect(.removed(reader: server.readers[0])) }
        }
    }

    /// Runs the watch while `body` runs.
    private func watching(_ body: (EventLog) async throws -> Void) async throws {
        let log = EventLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await ReaderWatch.run { await log.append($0) } }
            try await body(log)
            group.cancelAll()
        }
    }
}

/// A log of events that a test can wait for.
private actor EventLog {
    private var events: [ReaderEvent] = []

    func append(_ event: ReaderEvent) { events.append(event) }

    func expect(_ event: ReaderEvent) async throws { try await expect("\(event)") { $0 == event } }

    func expectInsertion(_ reader: String) async throws {
        try await expect("insertion in \(reader)") { if case .inserted(reader, _) = $0 { true } else { false } }
    }

    func expectLoss() async throws {
        try await expect("loss of pcscd") { if case .serviceLost = $0 { true } else { false } }
    }

    /// Removes the first matching event from the log, and waits for it if necessary.
    private func expect(_ what: String, _ matches: (ReaderEvent) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while true {
            if let place = events.firstIndex(where: matches) {
                events.remove(at: place)
                return
            }
            try #require(.now < deadline, "no \(what) among \(events)")
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
