@testable import WebServer

import Testing

@Suite struct `Subject limiter` {
    @Test func `Each subject has a number of operations of its own, and a new one when another ends`() {
        let limiter = SubjectLimiter<String>(limit: 2)
        var operations = [limiter.begin("a"), limiter.begin("a")]
        #expect(operations.count { $0 != nil } == 2)
        #expect(limiter.begin("a") == nil)
        #expect(limiter.begin("b") != nil)
        operations.removeLast()
        #expect(limiter.begin("a") != nil)
        #expect(operations.count == 1)
    }
}
