@testable import WebServer

import Testing

@Suite struct `Accept-Encoding` {
    @Test(arguments: [
        (["gzip, deflate, br"], true), (["br;q=1.0, GZip;q=0.5"], true), (["br", "gzip"], true), (["*"], true),
        (["*;q=0"], false), (["gzip;q=0"], false), (["gzip; q=0.0, *"], false), (["identity"], false), ([], false),
        (["gzip;q=x"], false),
    ])
    func `Accept-Encoding accepts gzip by name or by an asterisk, unless its weight is 0`(fields: [String], expected: Bool) {
        #expect(acceptsGzip(fields) == expected)
    }
}
