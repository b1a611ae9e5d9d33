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

    private func outcomes(_ taps: some Sequence<QueuedTap>) -> [ServerOutcome] {
        taps.map { ServerOutcome(id: $0.id, outcome: .accepted, message: "You are at work.") }
    }

    @Test func `Only outcomes of sent taps are saved`() {
        var state = PostingState()
        let stranger = ServerOutcome(id: UUID(), outcome: .accepted, message: "")
        let items = (outcomes(taps.prefix(3)) + [stranger]).map(AnsweredItem.init)
        let step = state.after(.answered(items), batch: Array(taps.prefix(4)), jitter: 0)
        #expect(step == .settle(outcomes(taps.prefix(3))))
        #expect(state.failures == 0)
    }

    @Test func `A response without any of the sent taps leads to a pause`() {
        var state = PostingState()
        guard case .wait = state.after(.answered([]), batch: taps, jitter: 0) else {
            Issue.record("no pause")
            return
        }
    }

    @Test func `The pause doubles after each failure up to a minute, with jitter`() {
        var (least, most) = (PostingState(), PostingState())
        var pauses: [[Duration]] = []
        for _ in 0..<10 {
            let steps = [
                least.after(.unavailable(sentence: "away"), batch: taps, jitter: 0),
                most.after(.unavailable(sentence: "away"), batch: taps, jitter: 1),
            ]
            pauses.append(steps.compactMap { if case .wait(let pause, _, "away") = $0 { pause } else { nil } })
        }
        #expect(pauses.map(\.first) == [0.25, 0.5, 1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
        #expect(pauses.map(\.last) == [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
    }

    @Test func `A success resets the pause`() {
        var state = PostingState()
        for _ in 0..<5 { _ = state.after(.unavailable(sentence: "away"), batch: taps, jitter: 0) }
        _ = state.after(.answered(outcomes(taps).map(AnsweredItem.init)), batch: taps, jitter: 0)
        #expect(
            state.after(.unavailable(sentence: "away"), batch: taps, jitter: 1)
                == .wait(.milliseconds(500), soonest: .seconds(5), sentence: "away"))
    }

    @Test(arguments: [(7, 7), (100_000, 3600)])
    func `The pause follows Retry-After up to an hour`(asked: Int, waited: Int) {
        var state = PostingState()
        let step = state.after(.unavailable(sentence: "busy", retryAfter: .seconds(asked)), batch: taps, jitter: 0)
        #expect(step == .wait(.seconds(waited), soonest: nil, sentence: "busy"))
    }

    @Test func `An invalid tap is isolated by halving the batch, and refused`() {
        var state = PostingState()
        let bad = taps[5]
        var queue = taps
        var settled: [ServerOutcome] = []
        var posts = 0
        while !queue.isEmpty, posts < 100 {
            posts += 1
            let batch = Array(queue.prefix(state.batchSize))
            let result: PostResult =
                batch.contains(bad)
                ? .listRefused(.badJSON, sentence: "bad") : .answered(outcomes(batch).map(AnsweredItem.init))
            if case .settle(let outcomes) = state.after(result, batch: batch, jitter: 0) {
                settled += outcomes
                queue.removeAll { tap in outcomes.contains { $0.id == tap.id } }
            }
        }
        #expect(queue.isEmpty)
        #expect(settled.map(\.id) == taps.map(\.id))
        #expect(settled.filter { !$0.outcome.isRecorded }.map(\.id) == [bad.id])
    }

    @Test func `Errors that a person must correct are retried once a minute`() {
        var state = PostingState()
        for jitter in [0, 0.5, 1] {
            guard case .wait(let pause, nil, "no") = state.after(.blocked(sentence: "no"), batch: taps, jitter: jitter) else {
                Issue.record("no pause")
                return
            }
            #expect(pause >= .seconds(60))
        }
    }

    @Test func `The batch size halves after each failure and doubles after each response`() {
        var state = PostingState()
        var sizes: [Int] = []
        for _ in 0..<5 {
            _ = state.after(.unavailable(sentence: "away"), batch: Array(taps.prefix(state.batchSize)), jitter: 0)
            sizes.append(state.batchSize)
        }
        #expect(sizes == [4, 2, 1, 1, 1])
        _ = state.after(.answered(outcomes(taps).map(AnsweredItem.init)), batch: taps, jitter: 0)
        #expect(state.batchSize == 2)
    }

    @Test func `A tap with an unknown or contradictory outcome keeps waiting`() {
        let same = ServerOutcome(id: taps[0].id, outcome: .accepted, message: "Good morning.")
        let yes = ServerOutcome(id: taps[1].id, outcome: .accepted, message: "Good morning.")
        let no = ServerOutcome(id: taps[1].id, outcome: .rejected, reason: "unknown_desk", message: "No.")
        let known = ServerOutcome(id: taps[2].id, outcome: .duplicate, message: "ok")
        let items =
            [same, same, yes, no, known].map(AnsweredItem.init)
            + [AnsweredItem(unknown: taps[2].id), AnsweredItem(unknown: taps[3].id)]
        var state = PostingState()
        #expect(state.after(.answered(items), batch: taps, jitter: 0) == .settle([same]))
    }

    @Test(
        arguments: [
            ("0", 0), ("120", 120), (" 5 ", 5), ("-3", 0), ("soon", nil), ("", nil),
            ("Sat, 21 Nov 2026 09:00:30 GMT", 30), ("Sat, 21 Nov 2026 08:00:00 GMT", 0),
        ] as [(String, Int?)])
    func `Retry-After is parsed as seconds or as a date`(text: String, seconds: Int?) throws {
        let now = try Date("2026-11-21T09:00:00Z", strategy: .iso8601)
        #expect(RetryAfter.duration(text, now: now) == seconds.map { .seconds($0) })
    }
}
