@testable import WebServer

import Testing

@Suite struct `Query parameters` {
    @Test(arguments: [
        ("a=1&b=2", ["a": "1", "b": "2"]), ("a", ["a": ""]), ("", [:]), ("&&a=1&", ["a": "1"]), ("a=1=2", ["a": "1=2"]),
        ("a=%E5%90%8D+x", ["a": "名 x"]), ("a%20b=c", ["a b": "c"]), ("a=%2B", ["a": "+"]), ("a=%00", ["a": "\0"]),
    ])
    func `Query parameters are decoded as forms encode them`(query: String, values: [String: String]) throws {
        let parameters = try QueryParameters(query)
        for (name, value) in values { #expect(parameters[name] == value) }
        #expect(parameters["other"] == nil)
    }

    @Test(arguments: [
        "a=1&a=2", "a=1&%61=2", "a=%", "a=%4", "a=%zz", "a=%FF", "%FF=a", "a=%ED%A0%80",
        "a=" + String(repeating: "x", count: 257), String(repeating: "x", count: 4097),
    ])
    func `Malformed, repeated and too long query parameters are rejected`(query: String) {
        #expect(throws: WebServerError.self) { try QueryParameters(query) }
    }
}
