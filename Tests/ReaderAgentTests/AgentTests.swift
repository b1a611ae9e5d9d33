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

    /// One agent with Ada's readers, its queue in `folder`.
    private struct Agent {
        let readers = FakeCardReaders()
        let server: ScriptedServer
        let log = ReportLog()
        let pauses = Pauses()
        let clock = ManualClock()
        let queue: TapQueue
        let duty: ReaderDuty
        let choices: AsyncStream<TapKind>
        let choose: AsyncStream<TapKind>.Continuation

        init(_ folder: String, _ script: [PostResult?] = [], duty: ReaderDuty = .deskTags(user: "ada")) throws {
            queue = try TapQueue(folder: folder)
            server = ScriptedServer(script)
            self.duty = duty
            (choices, choose) = AsyncStream.makeStream()
        }

        /// Runs the agent beside `body`, and ends it gracefully with it.
        func run(_ body: () async throws -> Void) async throws {
            let (reports, tell) = AsyncStream<AgentReport>.makeStream()
            let (clock, pauses) = (clock, pauses)
            let at = Instant(rfc3339: "2026-11-21T00:00:00.123Z") ?? Instant(millisecondsSince1970: 0)
            let taker = TagTaker(
                readers: readers, queue: queue, duty: duty, hosts: ["desk.example.com"], choices: choices,
                clock: AgentClock(
                    now: { (at, 9 * 3600) }, uptime: { clock.now }, sleep: { _ in await Task.yield() }),
                report: { tell.yield($0) })
            let poster = TapPoster(
                queue: queue, server: server, sleep: { await pauses.append($0) }, report: { tell.yield($0) })
            let group = ServiceGroup(
                services: [poster, taker], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                tasks.addTask { for await report in reports { await log.append(report) } }
                try await body()
                await group.triggerGracefulShutdown()
                try await tasks.next()
                tell.finish()
            }
        }

        func taken(_ count: Int = 1) async throws {
            try await log.wait(for: count, "taken") { if case .taken = $0 { true } else { false } }
        }

        func recorded(_ count: Int = 1) async throws {
            try await log.wait(for: count, "recorded") { if case .recorded = $0 { true } else { false } }
        }

        func stillLying(_ count: Int = 1) async throws {
            try await log.wait(for: count, "lying") { if case .stillLying = $0 { true } else { false } }
        }

        func notTaken() async throws -> String {
            let found = try await log.wait { if case .notTaken = $0 { true } else { false } }
            guard case .notTaken(_, let sentence) = found[0] else { return "" }
            return sentence
        }
    }

    /// Time that passes when it is told to.
    private final class ManualClock: Sendable {
        private let instant = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { instant.withLock { $0 } }

        func advance(by duration: Duration) { instant.withLock { $0 += duration } }
    }

    private actor Pauses {
        private(set) var all: [Duration] = []
        func append(_ pause: Duration) { all.append(pause) }
    }

    @Test func `sends the desk tag's number and certificate as evidence`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, [.unavailable(sentence: "away")])
            try await agent.run {
                let records = [try URIRecord(Self.start + "&office=Tokyo").record, try .external("desktap", "c", [1, 2, 3])]
                let message = try NDEFMessage(records: records)
                await agent.readers.lay(
                    TagReading(uid: TagUID([4, 9]), kind: .type2, content: .message(message), access: .readWrite))
                try await agent.recorded()
            }
            let tap = try #require(await agent.server.received.first)
            #expect(tap.evidence == TagEvidence(uid: TagUID([4, 9]), certificate: [1, 2, 3]))
            #expect(tap.office == "Tokyo")
        }
    }

    @Test func `makes a tag a tap, keeps it and sends it`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder)
            try await agent.run {
                await agent.readers.lay(try .desk(Self.start))
                try await agent.taken()
                try await agent.recorded()
            }
            let tap = try #require(await agent.server.received.first)
            #expect(tap.person == .user("ada") && tap.kind == .start && tap.desk == DeskID("6F-A3"))
            #expect(tap.at == "2026-11-21T09:00:00.123+09:00")
            #expect(try await agent.queue.waitingCount() == 0)
        }
    }

    @Test func `takes a tag left lying once, through flicker, a lost pcscd and a restart`() async throws {
        try await TestFolder.with { folder in
            do {
                let agent = try Agent(folder)
                try await agent.run {
                    await agent.readers.lay(try .desk(Self.start))
                    try await agent.recorded()
                    await agent.readers.happen(.detached(reader: "A"))
                    await agent.readers.happen(.serviceAway(.serviceNotRunning))
                    await agent.readers.lay(try .desk(Self.start))
                    try await agent.stillLying()
                }
            }
            let agent = try Agent(folder)
            try await agent.run {
                await agent.readers.lay(try .desk(Self.start))
                try await agent.stillLying()
                // Another tag on the same reader is another tap.
                await agent.readers.lift()
                await agent.readers.lay(try .desk(Self.end, uid: 2))
                try await agent.recorded()
            }
            #expect(await agent.server.received.map(\.kind) == [.end])
        }
    }

    @Test func `takes a lifted tag again`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder)
            try await agent.run {
                for count in 1...2 {
                    await agent.readers.lay(try .desk(Self.start))
                    try await agent.recorded(count)
                    await agent.readers.lift()
                    while try await !agent.queue.lyingTags().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                    agent.clock.advance(by: .seconds(1))
                }
            }
            #expect(await agent.server.received.count == 2)
        }
    }

    private static let chosenAtDoor = ReaderDuty.badges(
        BadgePlace(desk: DeskID("6F-A3"), office: nil, usualEvent: .start, takesChoices: true))
    private static let badge = TagReading(
        uid: TagUID([4, 1, 2, 3]), kind: .type4, content: .unformatted, access: .readWrite)

    @Test func `lets a choice stand whose tap could not be kept`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, duty: Self.chosenAtDoor)
            try await agent.run {
                try TapQueue.write(
                    sql: "create trigger full before insert on tap begin select raise(abort, 'no room'); end", into: folder)
                agent.choose.yield(.end)
                try await agent.log.wait { $0 == .chosen(.end) }
                await agent.readers.lay(Self.badge)
                #expect(try await agent.notTaken().contains("could not be kept"))
                try TapQueue.write(sql: "drop trigger full", into: folder)
                await agent.readers.lay(Self.badge)
                try await agent.recorded()
            }
            #expect(await agent.server.received.map(\.kind) == [.end])
        }
    }

    @Test func `takes no badge where a choice can be meant for another reader`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, duty: Self.chosenAtDoor)
            try await agent.run {
                func refused(_ count: Int) async throws {
                    try await agent.log.wait(for: count) { "\($0)".hasPrefix("not taken Several readers are connected") }
                }
                for reader in ["A", "B"] { await agent.readers.happen(.attached(reader: reader)) }
                try await refused(1)
                agent.choose.yield(.end)
                try await agent.log.wait { $0 == .chosen(.end) }
                await agent.readers.lay(Self.badge, on: "B")
                try await refused(2)
                await agent.readers.happen(.detached(reader: "B"))
                await agent.readers.lay(Self.badge)
                try await agent.recorded()
            }
            #expect(await agent.server.received.map(\.kind) == [.end])
        }
    }

    @Test func `asks a tag again that slides into the field`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder)
            try await agent.run {
                await agent.readers.lay(
                    try .desk(Self.start), failures: [PCSCError.cardRemoved, PCSCError.communication, TagError.tagGone])
                try await agent.taken()
            }
        }
    }

    @Test(arguments: [
        ("https://shop.example.com/", "belongs to the server 'shop.example.com'"),
        ("https://desk.example.com/t?event=toggle&desk=A1", "which is none of start, pause and end"),
        ("tel:+81312345678", "no web address"),
    ])
    func `says why a tag is not taken`(uri: String, sentence: String) async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder)
            try await agent.run {
                await agent.readers.lay(try .desk(uri))
                let said = try await agent.notTaken()
                #expect(said.contains(sentence))
            }
            #expect(try await agent.queue.waitingCount() == 0)
        }
    }

    @Test(arguments: [
        (TagContent.empty, TagKind.type5, "is empty"), (.unformatted, .type2, "never written"),
        (.unformatted, .type4, "card or badge"), (.damaged(.noDataArea), .type2, "damaged"),
    ])
    func `says what is wrong with a tag that holds no address`(content: TagContent, kind: TagKind, words: String) async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder)
            try await agent.run {
                await agent.readers.lay(
                    TagReading(uid: TagUID([1, 2, 3, 4]), kind: kind, content: content, access: .readWrite))
                let said = try await agent.notTaken()
                #expect(said.contains(words))
            }
        }
    }

    @Test func `sends later, in order, what the server could not take`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, [.unavailable(sentence: "away"), .unavailable(sentence: "away")])
            try await agent.run {
                for (number, uri) in [Self.start, Self.end, Self.start].enumerated() {
                    await agent.readers.lay(try .desk(uri, uid: UInt8(number)))
                    try await agent.taken(number + 1)
                }
                try await agent.recorded(3)
                try await agent.log.wait { $0 == .serverBack }
            }
            #expect(await agent.server.received.map(\.kind) == [.start, .end, .start])
            #expect(await agent.pauses.all.count == 2)
        }
    }

    @Test func `keeps taking taps when its key is refused, and sends them when it is taken again`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, [.blocked(sentence: "no"), .blocked(sentence: "no"), .blocked(sentence: "no")])
            try await agent.run {
                await agent.readers.lay(try .desk(Self.start))
                try await agent.log.wait { if case .serverAway("no", waiting: 1, _) = $0 { true } else { false } }
                await agent.readers.lay(try .desk(Self.end, uid: 2))
                try await agent.taken(2)
                try await agent.recorded(2)
                try await agent.log.wait { $0 == .serverBack }
            }
            #expect(await agent.server.received.map(\.kind) == [.start, .end])
            #expect(await agent.pauses.all.allSatisfy { $0 >= .seconds(60) })
        }
    }

    @Test func `tells a badge that was awaited from one that is nobody's`() throws {
        let badge = Badge(kind: .nfca, uid: TagUID([4, 1, 2, 3]))
        let tap = QueuedTap(
            id: UUID(), person: .badge(badge), kind: .start, at: "2026-11-21T09:00:00.123+09:00", desk: DeskID("6F-A3"),
            reader: "A")
        let enrolled = AgentReport.refused(
            tap, TapOutcome(id: tap.id, outcome: .rejected, reason: "badge_enrolled", message: "This badge is Ada's now."))
        #expect(enrolled.description == "enrolled  This badge is Ada's now.")
        #expect(enrolled.feedback?.outcome == .enrolled)
        let unknown = AgentReport.refused(
            tap, TapOutcome(id: tap.id, outcome: .rejected, reason: "unknown_badge", message: "Nobody's."))
        #expect(unknown.description == "refused   start 6F-A3 09:00:00: Nobody's. (unknown_badge)")
        #expect(unknown.feedback?.outcome == .rejected)
    }

    @Test func `reports a tap that the server refuses, once and for all`() async throws {
        try await TestFolder.with { folder in
            let agent = try Agent(folder, [.listRefused(.badJSON, sentence: "This is no list.")])
            try await agent.run {
                await agent.readers.lay(try .desk(Self.start))
                try await agent.log.wait { if case .refused = $0 { true } else { false } }
            }
            #expect(try await agent.queue.waitingCount() == 0)
        }
    }
}
