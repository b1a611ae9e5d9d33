import Foundation
import NFCTag
import PCSC
import ReaderAgent

/// Readers whose tags a test lays down and lifts, without any pcscd.
actor FakeCardReaders: CardReaders {
    private nonisolated let events: AsyncStream<ReaderEvent>
    private let tell: AsyncStream<ReaderEvent>.Continuation
    private var tags: [String: [Result<TagReading, any Error>]] = [:]

    init() { (events, tell) = AsyncStream.makeStream() }

    nonisolated func watch(_ deliver: (ReaderEvent) async -> Void) async {
        for await event in events { await deliver(event) }
    }

    func read(on reader: String, capabilities: ReaderCapabilities) async throws -> (LaidTag, ReaderCapabilities) {
        guard var results = tags[reader], !results.isEmpty else { throw PCSCError.noCard }
        // The last result goes on being given.
        let result = results.count > 1 ? results.removeFirst() : results[0]
        tags[reader] = results
        return (LaidTag(try result.get(), answerToReset: ATR([])), capabilities)
    }

    /// Lays a tag down.
    /// - Parameter failures: what the first attempts to read it meet.
    func lay(_ reading: TagReading, on reader: String = "A", failures: [any Error] = []) {
        tags[reader] = failures.map { .failure($0) } + [.success(reading)]
        tell.yield(.inserted(reader: reader, atr: []))
    }

    func lift(from reader: String = "A") {
        tags[reader] = nil
        tell.yield(.removed(reader: reader))
    }

    func happen(_ event: ReaderEvent) { tell.yield(event) }
}

extension TagReading {
    static func desk(_ uri: String, uid: UInt8 = 1) throws -> TagReading {
        TagReading(
            uid: TagUID([4, uid, 2, 3, 4, 5, 6]), kind: .type2,
            content: .message(NDEFMessage(try URIRecord(uri).record)), access: .readWrite)
    }
}

/// What the agent reported, to be waited for.
actor ReportLog {
    private(set) var reports: [AgentReport] = []

    func append(_ report: AgentReport) { reports.append(report) }

    /// Waits for so many reports that match.
    @discardableResult
    func wait(
        for count: Int = 1, _ what: String = "report", where matches: (AgentReport) -> Bool
    ) async throws -> [AgentReport] {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let found = reports.filter(matches)
            if found.count >= count { return found }
            guard .now < deadline else { throw Missing(description: "no \(count) \(what) among \(reports)") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    struct Missing: Error, CustomStringConvertible { let description: String }
}

/// A server that answers as it was told to.
actor ScriptedServer: TapServer {
    private var script: [PostResult?]
    private(set) var received: [QueuedTap] = []

    /// - Parameter script: the answers to the first posts; nil and all later ones accept everything.
    init(_ script: [PostResult?] = []) { self.script = script }

    func post(_ taps: [QueuedTap]) async -> PostResult {
        let answer = script.isEmpty ? nil : script.removeFirst()
        if let answer { return answer }
        received += taps
        return .answered(taps.map { AnsweredItem(TapOutcome(id: $0.id, outcome: .accepted, message: "ok")) })
    }
}
