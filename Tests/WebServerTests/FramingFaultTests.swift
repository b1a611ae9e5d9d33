@testable import WebServer

import NIOHTTP1
import Testing

@Suite struct `Framing fault` {
    @Test(
        arguments: [
            (HTTPVersion.http1_1, [("Host", "x")], nil), (.http1_1, [], .badHost), (.http1_0, [], nil),
            (.http1_0, [("Host", "x"), ("host", "x")], .badHost), (.http1_1, [("Host", "x"), ("Content-Length", "10")], nil),
            (.http1_1, [("Host", "x"), ("Content-Length", "11")], .bodyTooLong(limit: 10)),
            (.http1_1, [("Host", "x"), ("Content-Length", "18446744073709551615")], .bodyTooLong(limit: 10)),
        ] as [(HTTPVersion, [(String, String)], FramingFault?)])
    func `A request head without exactly one host or with a too long body has a fault`(
        version: HTTPVersion, headers: [(String, String)], fault: FramingFault?
    ) {
        let head = HTTPRequestHead(version: version, method: .POST, uri: "/", headers: HTTPHeaders(headers))
        #expect(FramingFault(head, longestBody: 10) == fault)
    }
}
