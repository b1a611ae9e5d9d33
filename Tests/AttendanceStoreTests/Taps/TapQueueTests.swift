import Attendance
@testable import AttendanceStore

import TestOffice
import Testing

@Suite struct `The queue of taps` {
    private static let outcome = IngestOutcome.accepted(notes: [])

    @Test func `Taps that wait when the queue is closed are recorded, and later ones are refused`() async throws {
        let queue = TapQueue()
        async let recorded = queue.record([TestOffice.submission("ada", .start)])
        #expect(await queue.hasCallers())
        queue.close()
        await #expect(throws: StoreError.shuttingDown) { try await queue.record([TestOffice.submission("bo", .start)]) }
        for caller in queue.takeBatch() { caller.continuation.resume(returning: [Self.outcome]) }
        #expect(try await recorded == [Self.outcome])
        #expect(await !queue.hasCallers())
    }

    @Test func `Closing the queue wakes the recorder that waits for taps`() async {
        let queue = TapQueue()
        async let hasCallers = queue.hasCallers()
        await Task.yield()
        queue.close()
        #expect(await !hasCallers)
    }

    @Test func `A batch has one piece of a long list behind the single taps`() async throws {
        let queue = TapQueue()
        let list = (0..<501).map { _ in TestOffice.submission("ada", .pause) }
        async let ofList = queue.record(list)
        #expect(await queue.hasCallers())
        async let ofOne = queue.record([TestOffice.submission("bo", .pause)])
        while queue.taps < 501 { await Task.yield() }
        var batches: [[Int]] = []
        while await queue.hasCallers() {
            let batch = queue.takeBatch()
            batches.append(batch.map(\.submissions.count))
            for caller in batch { caller.continuation.resume(returning: caller.submissions.map { _ in Self.outcome }) }
            if batches.count == 2 { queue.close() }
        }
        #expect(batches == [[1, 500], [1]])
        #expect(try await ofList.count == 501)
        #expect(try await ofOne.count == 1)
    }
}
