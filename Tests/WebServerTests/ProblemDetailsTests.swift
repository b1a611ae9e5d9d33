@testable import WebServer

import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@Suite struct `Problem details` {
    @Test func `The members of problem details are sorted, and a missing one is omitted`() async throws {
        let problem = ProblemDetails(.notFound, "There is no such page.", members: ["reason": "missing", "other": nil])
        let writer = BodyWriter()
        try await problem.response.body.write(writer)
        #expect(
            String(buffer: writer.body)
                == #"{"detail":"There is no such page.","reason":"missing","status":404,"title":"Not Found","type":"about:blank"}"#
        )
        #expect(problem.response.headers[.contentType] == "application/problem+json")
    }

    private final class BodyWriter: ResponseBodyWriter {
        private(set) var body = ByteBuffer()
        func write(_ buffer: ByteBuffer) { body.writeImmutableBuffer(buffer) }
        func finish(_ trailingHeaders: HTTPFields?) {}
    }
}
