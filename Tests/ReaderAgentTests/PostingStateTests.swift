import Attendance
import Foundation
import Testing

@testable import ReaderAgent

@Suite struct `Posting` {
    private let taps = (1...8).map { number in
        QueuedTap(
            number: number, id: UUID(), person: .user("ada"), kind: .start, at: "2026-11-21T09:00:00.000+09:00",
            desk: DeskID("A1"), reader: "A")
    }

    private func outcomes(_ taps: some Sequence<QueuedTap>) -> [TapOutcome] {
        taps.map { TapOutcome(id: $0.id, outcome: .accepted, message: "You are at work.") }
    }

    @Test func `settles what was answered, and only what was sent`() {
        var state = PostingState()
        let stranger = TapOutcome(id: UUID(), outcome: .accepted, message: "")
        let step = state.after(.answered(outcomes(taps.prefix(3)) + [stranger]), batch: Array(taps.prefix(4)), jitter: 0)
        #expect(step == .settle(outcomes(taps.prefix(3))))
        #expect(state.failures == 0)
    }

    @Test func `waits where the answer names no tap that was sent`() {
        var state = PostingState()
        guard case .wait = state.after(.answered([]), batch: taps, jitter: 0) else {
            Issue.record("no pause")
            return
        }
    }

    @Test func `waits twice as long after each failure, up to a minute, spread by the jitter`() {
        var (least, most) = (PostingState(), PostingState())
        var pauses: [[Duration]] = []
        for _ in 0..<10 {
            let steps = [
                least.after(.unavailable(sentence: "away"), batch: taps, jitter: 0),
                most.after(.unavailable(sentence: "away"), batch: taps, jitter: 1),
            ]
            pauses.append(steps.compactMap { if case .wait(let pause, "away") = $0 { pause } else { nil } })
        }
        #expect(pauses.map(\.first) == [0.25, 0.5, 1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
        #expect(pauses.map(\.last) == [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
    }

    @Test func `begins with short pauses again after a success`() {
        var state = PostingState()
        for _ in 0..<5 { _ = state.after(.unavailable(sentence: "away"), batch: taps, jitter: 0) }
        _ = state.after(.answered(outcomes(taps)), batch: taps, jitter: 0)
        #expect(
            state.after(.unavailable(sentence: "away"), batch: taps, jitter: 1) == .wait(.milliseconds(500), sentence: "away"))
    }

    @Test(arguments: [(7, 7), (100_000, 3600)])
    func `is as patient as the server asks, for an hour at most`(asked: Int, waited: Int) {
        var state = PostingState()
        let step = state.after(.unavailable(sentence: "busy", retryAfter: .seconds(asked)), batch: taps, jitter: 0)
        #expect(step == .wait(.seconds(waited), sentence: "busy"))
    }

    @Test func `finds the one tap that spoils a list by halving, and gives it up`() {
        var state = PostingState()
        let bad = taps[5]
        var queue = taps
        var settled: [TapOutcome] = []
        var posts = 0
        while !queue.isEmpty, posts < 100 {
            posts += 1
            let batch = Array(queue.prefix(state.batchSize))
            let result: PostResult =
                batch.contains(bad) ? .listRefused(sentence: "bad") : .answered(outcomes(batch))
            if case .settle(let outcomes) = state.after(result, batch: batch, jitter: 0) {
                settled += outcomes
                queue.removeAll { tap in outcomes.contains { $0.id == tap.id } }
            }
        }
        #expect(queue.isEmpty)
        #expect(settled.map(\.id) == taps.map(\.id))
        #expect(settled.filter { !$0.outcome.isRecorded }.map(\.id) == [bad.id])
    }

    @Test func `stops where the key is refused`() {
        var state = PostingState()
        #expect(state.after(.keyRefused(sentence: "no"), batch: taps, jitter: 0) == .stop(sentence: "no"))
    }

    @Test(
        arguments: [
            ("0", 0), ("120", 120), (" 5 ", 5), ("-3", 0), ("soon", nil), ("", nil),
            ("Sat, 21 Nov 2026 09:00:30 GMT", 30), ("Sat, 21 Nov 2026 08:00:00 GMT", 0),
        ] as [(String, Int?)])
    func `reads Retry-After as seconds or as a date`(text: String, seconds: Int?) throws {
        let now = try Date("2026-11-21T09:00:00Z", strategy: .iso8601)
        #expect(RetryAfter.seconds(text, now: now) == seconds)
    }
}
