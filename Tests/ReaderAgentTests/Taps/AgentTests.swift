import Attendance
import Foundation
import Logging
import NFCTag
import PCSC
import ServiceLifecycle
import Synchronization
import TestServers
import Testing

@testable import ReaderAgent

@Suite struct `Reader agent` {
    private static let start = "https://desk.example.com/t?event=start&desk=6F-A3"
    private static let end = "https://desk.example.com/t?event=end"

    /// An agent with fake readers and its queue in `folder`. Its default user is Ada.
    private struct Agent {
        let readers = FakeCardReaders()
        let server: ScriptedServer
        let log = ReportLog()
        let pauses = Pauses()
        let clock = ManualClock()
        let queue: TapQueue
        let mode: ReaderMode
        let choices: AsyncStream<TapKind>
        let choose: AsyncStream<TapKind>.Continuation

        init(_ folder: String, _ script: [PostResult?] = [], mode: ReaderMode = .deskTags(user: "ada")) throws {
            queue = try TapQueue(folder: folder)
            server = ScriptedServer(script)
            self.mode = mode
            (choices, choose) = AsyncStream.makeStream()
        }

        /// Runs the agent while `body` runs, then shuts it down gracefully.
        func run(_ body: () async throws -> Void) async throws {
            let (reports, continuation) = AsyncStream<AgentReport>.makeStream()
            let (clock, pauses) = (clock, pauses)
            let at = Instant(rfc3339: "2026-11-21T00:00:00.123Z") ?? Instant(millisecondsSince1970: 0)
            let taker = TagReaderService(
                readers: readers, queue: queue, mode: mode, hosts: ["desk.example.com"], choices: choices,
                clock: AgentClock(
                    now: { (at, 9 * 3600) }, uptime: { clock.now }, sleep: { _ in await Task.yield() }),
                report: { continuation.yield($0) })
            let poster = TapPoster(
                queue: queue, server: server, sleep: { await pauses.append($0) }, report: { continuation.yield($0) })
            let group = ServiceGroup(
                services: [poster, taker], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                tasks.addTask { for await report in reports { await log.append(report) } }
                try await body()
                await group.triggerGracefulShutdown()
                try await tasks.next()
                continuation.finish()
            }
        }

        func taken(_ count: Int = 1) async throws {
            try await log.wait(for: count, "taken") { if case .taken = $0 { true } else { false } }
        }

        func recorded(_ count: Int = 1) async throws {
            try await log.wait(for: count, "recorded") { if case .recorded = $0 { true } else { false } }
        }

        func stillPresent(_ count: Int = 1) async throws {
            try await log.wait(for: count, "lying") { if case .stillPresent = $0 { true } else { false } }
        }

        func notTaken() async throws -> String {
            let found = try await log.wait { if case .notTaken = $0 { true } else { false } }
            guard case .notTaken(_, let sentence) = found[0] else { return "" }
            return sentence
        }
    }

    /// A clock that a test advances.
    private final class ManualClock: Sendable {
        private let instant = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { instant.withLock { $0 } }

        func advance(by duration: Duration) { instant.withLock { $0 += duration } }
    }

    private actor Pauses {
        private(set) var all: [Duration] = []
        func append(_ pause: Duration) { all.append(pause) }
    }

    @Test func `A tap contains the UID and certificate of its desk tag`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, [.unavailable(sentence: "away")])
            try await agent.run {
                let records = [try URIRecord(Self.start + "&office=Tokyo").record, try .external("desktap", "c", [1, 2, 3])]
                let message = try NDEFMessage(records: records)
                await agent.readers.place(
                    TagReading(uid: UID([4, 9]), kind: .type2, content: .message(message), access: .readWrite))
                try await agent.recorded()
            }
            let tap = try #require(await agent.server.received.first)
            #expect(tap.proof == ReadTag(uid: UID([4, 9]), certificate: [1, 2, 3]))
            #expect(tap.office == "Tokyo")
        }
    }

    @Test func `A tag makes a tap that is saved and sent`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder)
            try await agent.run {
                await agent.readers.place(try .desk(Self.start))
                try await agent.taken()
                try await agent.recorded()
            }
            let tap = try #require(await agent.server.received.first)
            #expect(tap.person == .user("ada") && tap.kind == .start && tap.desk == DeskID("6F-A3"))
            #expect(tap.at == "2026-11-21T09:00:00.123+09:00")
            #expect(try await agent.queue.waitingCount() == 0)
        }
    }

    @Test func `A tag that stays on the reader makes one tap, despite flicker, a restart of pcscd and a restart of the agent`()
        async throws
    {
        try await TestFolder.with { folder in
            do {
                let agent = try Agent(folder)
                try await agent.run {
                    await agent.readers.place(try .desk(Self.start))
                    try await agent.recorded()
                    await agent.readers.report(.detached(reader: "A"))
                    await agent.readers.report(.serviceLost(.serviceNotRunning))
                    await agent.readers.place(try .desk(Self.start))
                    try await agent.stillPresent()
                }
            }
            let agent = try Agent(folder)
            try await agent.run {
                await agent.readers.place(try .desk(Self.start))
                try await agent.stillPresent()
                // Another tag on the same reader is another tap.
                await agent.readers.remove()
                await agent.readers.place(try .desk(Self.end, uid: 2))
                try await agent.recorded()
            }
            #expect(await agent.server.received.map(\.kind) == [.end])
        }
    }

    @Test func `A tag that was removed and returns makes another tap`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder)
            try await agent.run {
                for count in 1...2 {
                    await agent.readers.place(try .desk(Self.start))
                    try await agent.recorded(count)
                    await agent.readers.remove()
                    while try await !agent.queue.presentTags().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                    agent.clock.advance(by: .seconds(1))
                }
            }
            #expect(await agent.server.received.count == 2)
        }
    }

    private static let chosenAtDoor = ReaderMode.badges(
        BadgeSettings(desk: DeskID("6F-A3"), office: nil, defaultEvent: .start, allowsChoice: true))
    private static let badge = TagReading(
        uid: UID([4, 1, 2, 3]), kind: .type4, content: .unformatted, access: .readWrite)

    @Test func `An event choice stays valid if its tap could not be saved`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, mode: Self.chosenAtDoor)
            try await agent.run {
                try TapQueue.execute(
                    sql: "create trigger full before insert on tap begin select raise(abort, 'no room'); end", in: folder)
                agent.choose.yield(.end)
                try await agent.log.wait { $0 == .chosen(.end) }
                await agent.readers.place(Self.badge)
                #expect(try await agent.notTaken().contains("could not be saved"))
                try TapQueue.execute(sql: "drop trigger full", in: folder)
                await agent.readers.place(Self.badge)
                try await agent.recorded()
            }
            #expect(await agent.server.received.map(\.kind) == [.end])
        }
    }

    @Test func `A badge is refused while several readers make an event choice ambiguous`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, mode: Self.chosenAtDoor)
            try await agent.run {
                func refused(_ count: Int) async throws {
                    try await agent.log.wait(for: count) { "\($0)".hasPrefix("not taken Several readers are connected") }
                }
                for reader in ["A", "B"] { await agent.readers.report(.attached(reader: reader)) }
                try await refused(1)
                agent.choose.yield(.end)
                try await agent.log.wait { $0 == .chosen(.end) }
                await agent.readers.place(Self.badge, on: "B")
                try await refused(2)
                await agent.readers.report(.detached(reader: "B"))
                await agent.readers.place(Self.badge)
                try await agent.recorded()
            }
            #expect(await agent.server.received.map(\.kind) == [.end])
        }
    }

    @Test func `A tag that enters the field slowly is read again`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder)
            try await agent.run {
                await agent.readers.place(
                    try .desk(Self.start), failures: [PCSCError.cardRemoved, PCSCError.communication, TagError.tagGone])
                try await agent.taken()
            }
        }
    }

    @Test(arguments: [
        ("https://shop.example.com/", "belongs to the server 'shop.example.com'"),
        ("https://desk.example.com/t?event=toggle&desk=A1", "is not start, pause or end"),
        ("tel:+81312345678", "not a web address"),
    ])
    func `A tag with an unsuitable address is refused with the reason`(uri: String, sentence: String) async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder)
            try await agent.run {
                await agent.readers.place(try .desk(uri))
                let said = try await agent.notTaken()
                #expect(said.contains(sentence))
            }
            #expect(try await agent.queue.waitingCount() == 0)
        }
    }

    @Test(arguments: [
        (TagContent.empty, TagKind.type5, "is empty"), (.unformatted, .type2, "unwritten"),
        (.unformatted, .type4, "card or badge"), (.damaged(.noDataArea), .type2, "damaged"),
    ])
    func `A tag without an address is refused with the reason`(content: TagContent, kind: TagKind, words: String) async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder)
            try await agent.run {
                await agent.readers.place(
                    TagReading(uid: UID([1, 2, 3, 4]), kind: kind, content: content, access: .readWrite))
                let said = try await agent.notTaken()
                #expect(said.contains(words))
            }
        }
    }

    @Test func `Taps that the server could not accept are sent later in order`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, [.unavailable(sentence: "away"), .unavailable(sentence: "away")])
            try await agent.run {
                for (number, uri) in [Self.start, Self.end, Self.start].enumerated() {
                    await agent.readers.place(try .desk(uri, uid: UInt8(number)))
                    try await agent.taken(number + 1)
                }
                try await agent.recorded(3)
                try await agent.log.wait { $0 == .serverAvailable }
            }
            #expect(await agent.server.received.map(\.kind) == [.start, .end, .start])
            #expect(await agent.pauses.all.count == 2)
        }
    }

    @Test func `Taps are saved while the key is refused, and sent after it is accepted`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, [.blocked(sentence: "no"), .blocked(sentence: "no"), .blocked(sentence: "no")])
            try await agent.run {
                await agent.readers.place(try .desk(Self.start))
                try await agent.log.wait { if case .serverUnavailable("no", waiting: 1, _) = $0 { true } else { false } }
                await agent.readers.place(try .desk(Self.end, uid: 2))
                try await agent.taken(2)
                try await agent.recorded(2)
                try await agent.log.wait { $0 == .serverAvailable }
            }
            #expect(await agent.server.received.map(\.kind) == [.start, .end])
            #expect(await agent.pauses.all.allSatisfy { $0 >= .seconds(60) })
        }
    }

    @Test func `An enrolled badge is reported differently from an unknown badge`() throws {
        let badge = BadgeReading(kind: .nfca, uid: UID([4, 1, 2, 3]))
        let tap = QueuedTap(
            id: UUID(), person: .badge(badge), kind: .start, at: "2026-11-21T09:00:00.123+09:00", desk: DeskID("6F-A3"),
            reader: "A")
        let enrolled = AgentReport(
            tap, ServerOutcome(id: tap.id, outcome: .rejected, reason: "badge_enrolled", message: "This badge is Ada's now."),
            waiting: 0)
        #expect(enrolled.description == "enrolled  This badge is Ada's now.")
        #expect(enrolled.feedback?.outcome == .enrolled)
        let unknown = AgentReport(
            tap, ServerOutcome(id: tap.id, outcome: .rejected, reason: "unknown_badge", message: "Nobody's."), waiting: 0)
        #expect(unknown.description == "refused   start 6F-A3 09:00:00: Nobody's. (unknown_badge)")
        #expect(unknown.feedback?.outcome == .rejected)
    }

    @Test func `A refused tap is reported once and not retried`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, [.listRefused(.badJSON, sentence: "This is no list.")])
            try await agent.run {
                await agent.readers.place(try .desk(Self.start))
                try await agent.log.wait { if case .refused = $0 { true } else { false } }
            }
            #expect(try await agent.queue.waitingCount() == 0)
        }
    }
}
