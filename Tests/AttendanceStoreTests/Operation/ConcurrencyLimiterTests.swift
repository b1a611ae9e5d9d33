import AttendanceStore

import Testing

@Suite(.timeLimit(.minutes(5))) struct `Turns` {
    @Test func `are for a few at a time, and go to whoever waits longest`() async {
        let turns = ConcurrencyLimiter(limit: 8)
        for _ in 0..<turns.limit { await turns.begin() }
        async let first: Void = turns.begin()
        while await turns.line < 1 { await Task.yield() }
        async let second: Void = turns.begin()
        while await turns.line < 2 { await Task.yield() }
        await turns.end(isAway: false)
        await first
        #expect(await turns.line == 1)
        await turns.end(isAway: false)
        await second
        for _ in 0..<turns.limit { await turns.end(isAway: false) }
        await turns.begin()
        #expect(await turns.line == 0)
    }

    @Test func `are not waited for while the database is away`() async {
        let turns = ConcurrencyLimiter(limit: 8)
        for _ in 0..<turns.limit { await turns.begin() }
        async let first: Void = turns.begin()
        async let second: Void = turns.begin()
        while await turns.line < 2 { await Task.yield() }
        await turns.end(isAway: true)
        await first
        await second
        await turns.begin()
        #expect(await turns.line == 0)
        // Once it answers again, the others wait until few enough are under way.
        for _ in 0..<2 { await turns.end(isAway: false) }
        async let late: Void = turns.begin()
        while await turns.line < 1 { await Task.yield() }
        await turns.end(isAway: false)
        await late
    }
}
