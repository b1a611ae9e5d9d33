import Attendance
import Foundation
import NFCTag
import PCSC
import ReaderAgent

/// Fake readers without pcscd, on which a test places tags.
actor FakeCardReaders: CardReaders {
    private nonisolated let events: AsyncStream<ReaderEvent>
    private let continuation: AsyncStream<ReaderEvent>.Continuation
    private var tags: [String: [Result<TagReading, any Error>]] = [:]

    init() { (events, continuation) = AsyncStream.makeStream() }

    nonisolated func watch(_ deliver: (ReaderEvent) async -> Void) async {
        for await event in events { await deliver(event) }
    }

    func read(on reader: String, capabilities: ReaderCapabilities) async throws -> (ScannedTag, ReaderCapabilities) {
        guard var results = tags[reader], !results.isEmpty else { throw PCSCError.noCard }
        // The last result is repeated.
        let result = results.count > 1 ? results.removeFirst() : results[0]
        tags[reader] = results
        return (ScannedTag(try result.get(), answerToReset: ATR([])), capabilities)
    }

    /// Places a tag on a reader.
    /// - Parameter failures: the errors of the first attempts to read it.
    func place(_ reading: TagReading, on reader: String = "A", failures: [any Error] = []) {
        tags[reader] = failures.map { .failure($0) } + [.success(reading)]
        continuation.yield(.inserted(reader: reader, atr: []))
    }

    func remove(from reader: String = "A") {
        tags[reader] = nil
        continuation.yield(.removed(reader: reader))
    }

    func report(_ event: ReaderEvent) { continuation.yield(event) }
}

extension TagReading {
    static func desk(_ uri: String, uid: UInt8 = 1) throws -> TagReading {
        TagReading(
            uid: UID([4, uid, 2, 3, 4, 5, 6]), kind: .type2,
            content: .message(NDEFMessage(try URIRecord(uri).record)), access: .readWrite)
    }
}

/// A log of the agent's reports that a test can wait for.
actor ReportLog {
    private(set) var reports: [AgentReport] = []

    func append(_ report: AgentReport) { reports.append(report) }

    /// Waits for this number of matching reports.
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

/// A server with scripted responses.
actor ScriptedServer: TapServer {
    private var script: [PostResult?]
    private(set) var received: [QueuedTap] = []
    private(set) var signsOfLife = 0
    private var answers: [PostResult]
    /// The numbers of further waiting taps that came with taps.
    private(set) var waiting: [Int] = []

    /// - Parameter script: the responses to the first posts of taps. Nil, and every later post, accepts all taps.
    init(_ script: [PostResult?] = [], signsOfLife answers: [PostResult] = []) {
        (self.script, self.answers) = (script, answers)
    }

    func post(_ taps: [QueuedTap], waiting: Int) async -> PostResult {
        if taps.isEmpty {
            signsOfLife += 1
            return answers.isEmpty ? .answered([]) : answers.removeFirst()
        }
        self.waiting.append(waiting)
        let answer = script.isEmpty ? nil : script.removeFirst()
        if let answer { return answer }
        received += taps
        return .answered(taps.map { AnsweredItem(ServerOutcome(id: $0.id, outcome: .accepted, message: "ok")) })
    }
}
