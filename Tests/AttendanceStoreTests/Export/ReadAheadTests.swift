@testable import AttendanceStore
import Testing

@Suite struct `Read-ahead buffer` {
    private struct Broken: Error {}

    @Test func `The read-ahead buffer keeps the order and holds at most its limit`() async throws {
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

    @Test func `The read-ahead buffer gives all its elements before it throws the producer's error`() async throws {
        let ahead = ReadAhead<Int>(limit: 3)
        try await ahead.put(1)
        try await ahead.put(2)
        await ahead.end(.failure(Broken()))
        #expect(try await ahead.take() == [1, 2])
        await #expect(throws: Broken.self) { _ = try await ahead.take() }
    }

    @Test func `A read-ahead buffer that refuses more elements cancels its waiting producer`() async throws {
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
