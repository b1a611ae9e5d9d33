@testable import WebServer

import Testing

@Suite struct `Query parameters` {
    @Test(arguments: [
        ("a=1&b=2", ["a": "1", "b": "2"]), ("a", ["a": ""]), ("", [:]), ("&&a=1&", ["a": "1"]), ("a=1=2", ["a": "1=2"]),
        ("a=%E5%90%8D+x", ["a": "名 x"]), ("a%20b=c", ["a b": "c"]), ("a=%2B", ["a": "+"]),
    ])
    func `Query parameters are decoded as forms encode them`(query: String, values: [String: String]) throws {
        let parameters = try QueryParameters(query)
        for (name, value) in values { #expect(parameters[name] == value) }
        #expect(parameters["other"] == nil)
    }

    @Test(arguments: [
        "a=1&a=2", "a=1&%61=2", "a=%", "a=%4", "a=%zz", "a=%FF", "%FF=a", "a=%ED%A0%80", "a=%00", "a=b%00c", "a%00=b",
        "a=" + String(repeating: "x", count: 257), String(repeating: "x", count: 4097),
    ])
    func `Malformed, repeated and too long query parameters are rejected`(query: String) {
        #expect(throws: WebServerError.self) { try QueryParameters(query) }
    }

    @Test func `A null character is accepted only where it is expected`() throws {
        #expect(try QueryParameters("a=%00x&b=1", nullable: ["a"])["a"] == "\0x")
        for query in ["a=1&b=%00", "a%00=1"] {
            #expect(throws: WebServerError.nullCharacter) { try QueryParameters(query, nullable: ["a"]) }
        }
    }
}
