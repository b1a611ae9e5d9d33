import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import WebServer

@Suite struct `Plain paths` {
    @Test(arguments: [
        ("/", "/"), ("/me", "/me"), ("/me?a=//b/", "/me?a=//b/"), ("//", "/"), ("//me", "/me"), ("/me/", "/me"),
        ("///a//b///?x=1&y=/", "/a/b?x=1&y=/"), ("/a/%2F/b", "/a/%2F/b"), ("/a?", "/a?"), ("/a/./b", "/a/./b"),
        ("http://x.example/a", "http://x.example/a"), ("http://x.example//a/?b", "/a?b"), ("a", "/a"), ("*", "/*"),
    ])
    func `A path without empty parts stays as it is, and others lose them`(path: String, plain: String) {
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: "x"))).withPlainPath
        #expect(request.head.path == plain)
        #expect(request.withPlainPath.head.path == plain)
    }
}
