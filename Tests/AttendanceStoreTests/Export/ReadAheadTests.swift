@testable import AttendanceStore
import Testing

@Suite struct `What is read ahead` {
    private struct Broken: Error {}

    @Test func `comes in its order, and no more of it than the limit waits`() async throws {
        let ahead = ReadAhead<Int>(limit: 3)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<1000 { try await ahead.put(number) }
                await ahead.end(.success(()))
            }
            var taken: [Int] = []
            while true {
                let some = try await ahead.take()
                if some.isEmpty { break }
                #expect(some.count <= 3)
                taken += some
            }
            #expect(taken == Array(0..<1000))
            try await group.waitForAll()
        }
    }

    @Test func `is all given before the error that ended it is thrown`() async throws {
        let ahead = ReadAhead<Int>(limit: 3)
        try await ahead.put(1)
        try await ahead.put(2)
        await ahead.end(.failure(Broken()))
        #expect(try await ahead.take() == [1, 2])
        await #expect(throws: Broken.self) { _ = try await ahead.take() }
    }

    @Test func `sets its maker free where nobody takes any more`() async throws {
        let ahead = ReadAhead<Int>(limit: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(throws: CancellationError.self) { while true { try await ahead.put(1) } }
            }
            let taken = try await ahead.take()
            #expect(taken == [1])
            await ahead.refuse()
        }
    }
}
