import AttendanceStore

import Testing

@Suite(.timeLimit(.minutes(5))) struct `Concurrency limiter` {
    private typealias Queue = ConcurrencyLimiter.Queue

    @Test func `Operations above the limit start in the order in which they came`() async throws {
        let limiter = ConcurrencyLimiter(limit: 8)
        for _ in 0..<limiter.limit { try await limiter.begin() }
        async let first: Void = limiter.begin()
        while limiter.waitingCount < 1 { await Task.yield() }
        async let second: Void = limiter.begin()
        while limiter.waitingCount < 2 { await Task.yield() }
        limiter.end(isAway: false)
        try await first
        #expect(limiter.waitingCount == 1)
        limiter.end(isAway: false)
        try await second
        for _ in 0..<limiter.limit { limiter.end(isAway: false) }
        try await limiter.begin()
        #expect(limiter.waitingCount == 0)
    }

    @Test func `No operation waits for the concurrency limiter while the database is unavailable`() async throws {
        let limiter = ConcurrencyLimiter(limit: 8)
        for _ in 0..<limiter.limit { try await limiter.begin() }
        async let first: Void = limiter.begin()
        async let second: Void = limiter.begin()
        while limiter.waitingCount < 2 { await Task.yield() }
        limiter.end(isAway: true)
        try await first
        try await second
        try await limiter.begin()
        #expect(limiter.waitingCount == 0)
        // When the database responds again, operations wait until fewer than the limit run.
        for _ in 0..<2 { limiter.end(isAway: false) }
        async let late: Void = limiter.begin()
        while limiter.waitingCount < 1 { await Task.yield() }
        limiter.end(isAway: false)
        try await late
    }

    @Test func `A slot of the concurrency limiter is refused at the limit, and free again after its last reference`()
        async throws
    {
        let limiter = ConcurrencyLimiter(limit: 2)
        var slots = [limiter.slot(), limiter.slot()]
        #expect(slots.count { $0 != nil } == 2)
        #expect(limiter.slot() == nil)
        slots.removeLast()
        #expect(limiter.slot() != nil)
        // A slot counts as a running operation, and its end starts a waiting one.
        try await limiter.begin()
        async let next: Void = limiter.begin()
        while limiter.waitingCount < 1 { await Task.yield() }
        #expect(slots.count == 1)
        slots = []
        try await next
    }

    @Test func `Waiting operations of a group start last, and have limits of their own in the queue`() async throws {
        let limiter = ConcurrencyLimiter(limit: 1, queue: Queue(limit: 4, limitForGroups: 3, limitOfGroup: 2))
        try await limiter.begin()
        await withTaskGroup(of: String.self) { tasks in
            func add(_ name: String, group: String?) async {
                let count = limiter.waitingCount
                tasks.addTask {
                    try? await limiter.begin(group: group)
                    return name
                }
                while limiter.waitingCount == count { await Task.yield() }
            }
            await add("a1", group: "a")
            await add("a2", group: "a")
            await #expect(throws: ConcurrencyLimiter.QueueFull.self) { try await limiter.begin(group: "a") }
            await add("b1", group: "b")
            await #expect(throws: ConcurrencyLimiter.QueueFull.self) { try await limiter.begin(group: "c") }
            await add("first", group: nil)
            await #expect(throws: ConcurrencyLimiter.QueueFull.self) { try await limiter.begin() }
            var order: [String?] = []
            for _ in 0..<4 {
                limiter.end(isAway: false)
                order.append(await tasks.next())
            }
            #expect(order == ["first", "a1", "a2", "b1"])
        }
    }
}
