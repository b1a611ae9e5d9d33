import PCSC
import TestServers
import Testing
import VirtualReader

@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .serialized)
struct `Reader watch` {
    private static let address = "https://desk.example.com/t?event=start&desk=6F-A3"

    @Test func `lists all readers`() async throws {
        try await PcscServer.withinProcess { server in
            let readers = try await ReaderWatch.readers()
            #expect(readers.sorted() == server.readers)
        }
    }

    @Test func `tells of tags on several readers`() async throws {
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

    @Test func `waits for pcscd, and goes on when it has died and come back`() async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port)
            await server.kill()
            try await watching { events in
                try await events.expectLoss()
                try await server.restart()
                try await events.expect(.serviceBack)
                try await events.expect(.attached(reader: server.readers[0]))
                await server.kill()
                try await events.expect(.detached(reader: server.readers[0]))
                try await events.expectLoss()
                try await server.restart()
                try await events.expect(.serviceBack)
                try reader.insert(try TagModel.ntag213.tag(holding: Self.address))
                try await events.expectInsertion(server.readers[0])
            }
        }
    }

    @Test func `says that pcscd is not running`() async throws {
        try await PcscServer.withinProcess { server in
            await server.kill()
            await #expect { try await ReaderWatch.readers() } throws: { error in
                [.serviceNotRunning, .accessDenied].contains(error as? PCSCError)
            }
        }
    }

    @Test func `ends when it is cancelled`() async throws {
        try await PcscServer.withinProcess { server in
            try await watching { events in try await events.expect(.removed(reader: server.readers[0])) }
        }
    }

    /// Runs the watch beside `body`, and ends it with it.
    private func watching(_ body: (EventLog) async throws -> Void) async throws {
        let log = EventLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await ReaderWatch.run { await log.append($0) } }
            try await body(log)
            group.cancelAll()
        }
    }
}

/// What was told, to be waited for.
private actor EventLog {
    private var events: [ReaderEvent] = []

    func append(_ event: ReaderEvent) { events.append(event) }

    func expect(_ event: ReaderEvent) async throws { try await expect("\(event)") { $0 == event } }

    func expectInsertion(_ reader: String) async throws {
        try await expect("insertion in \(reader)") { if case .inserted(reader, _) = $0 { true } else { false } }
    }

    func expectLoss() async throws {
        try await expect("loss of pcscd") { if case .serviceAway = $0 { true } else { false } }
    }

    /// Takes the first event that matches out of the log.
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
