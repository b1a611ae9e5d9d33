import Attendance
import Foundation
import TestServers
import Testing

@testable import ReaderAgent

@Suite struct `Connection to the server` {
    private static func post(
        to server: String, timeout: Duration = .seconds(60), environment: [String: String] = [:]
    ) async throws -> PostResult {
        let url = try #require(URL(string: server))
        return try await ServerConnection.with(
            server: url, key: AccessKey("k3y"), version: "9", timeout: timeout, environment: environment
        ) { await HTTPTapServer($0).post([], waiting: 0) }
    }

    @Test func `A request has the program's headers, and its response is parsed`() async throws {
        let server = try StubServer { _ in StubServer.Answer(status: 200, body: "[]") }
        #expect(try await Self.post(to: server.address + "/desk") == .answered([]))
        let request = try #require(server.requests.first)
        #expect(request.path == "/desk/api/taps" && request.key == "Bearer k3y")
        let head = request.head.map { $0.lowercased() }
        for line in ["user-agent: desktap-reader/9", "accept-language: en", "content-type: application/json"] {
            #expect(head.contains(line), "\(request.head)")
        }
    }

    @Test func `A failed request gives the reason`() async throws {
        #expect(
            try await Self.post(to: "http://127.0.0.1:1")
                == .unavailable(sentence: "http://127.0.0.1:1 cannot be reached: the connection was refused."))
        #expect(
            try await Self.post(to: "http://desk.invalid")
                == .unavailable(sentence: "http://desk.invalid cannot be reached: the host name is unknown."))
        let cut = try StubServer { _ in StubServer.Answer(status: 200, isCut: true) }
        #expect(
            try await Self.post(to: cut.address)
                == .unavailable(sentence: "\(cut.address) cannot be reached: the connection was lost."))
        let isOver = DispatchSemaphore(value: 0)
        let slow = try StubServer { _ in
            isOver.wait()
            return StubServer.Answer(status: 200)
        }
        defer { isOver.signal() }
        #expect(
            try await Self.post(to: slow.address, timeout: .milliseconds(200))
                == .unavailable(sentence: "\(slow.address) cannot be reached: no response in time."))
    }

    @Test func `A redirect is not followed, so the key is sent to one server only`() async throws {
        let other = try StubServer { _ in StubServer.Answer(status: 200, body: "[]") }
        for status in [301, 303, 307] {
            let server = try StubServer { _ in StubServer.Answer(status: status, location: other.address) }
            guard case .blocked(let sentence) = try await Self.post(to: server.address) else {
                Issue.record("\(status) is no answer")
                continue
            }
            #expect(sentence.contains("did not come from a DeskTap server (HTTP \(status))"))
        }
        #expect(other.requests.isEmpty)
    }

    @Test(arguments: ["certificate_missing", "wrong_certificate"])
    func `A refused certificate is retried like an unavailable server, a refused key is not`(reason: String) async throws {
        let server = try StubServer { _ in
            StubServer.Answer(status: 401, body: #"{"reason": "\#(reason)", "detail": "Not this one."}"#)
        }
        #expect(try await Self.post(to: server.address) == .unavailable(sentence: "Not this one."))
        let other = try StubServer { _ in StubServer.Answer(status: 401, body: #"{"reason": "unknown_key"}"#) }
        guard case .blocked(let sentence) = try await Self.post(to: other.address) else {
            Issue.record("another key is needed")
            return
        }
        #expect(sentence.hasPrefix("The server refuses this reader's key (401)."))
    }

    @Test func `Requests use the proxy of the environment unless the host is exempt`() async throws {
        let proxy = try StubServer { _ in StubServer.Answer(status: 503) }
        let away = PostResult.unavailable(sentence: "https://desk.invalid cannot be reached: the proxy refuses the connection.")
        for name in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            let address = proxy.address.replacing("//", with: "//ada:secret@")
            #expect(try await Self.post(to: "https://desk.invalid", environment: [name: address]) == away)
        }
        // The proxy gets a CONNECT with its credentials, and nothing of the request.
        #expect(proxy.requests.map(\.path) == Array(repeating: "desk.invalid:443", count: 4))
        #expect(proxy.requests.allSatisfy { $0.key == nil && $0.head.contains("proxy-authorization: Basic YWRhOnNlY3JldA==") })
        for exempt in ["*", "desk.invalid", "other, .INVALID"] {
            guard
                case .unavailable = try await Self.post(
                    to: "https://desk.invalid", environment: ["https_proxy": proxy.address, "no_proxy": exempt])
            else {
                Issue.record("not exempt by \(exempt)")
                continue
            }
        }
        for ignored in ["HTTP_PROXY", "https_proxy"] {
            guard case .unavailable = try await Self.post(to: "http://desk.invalid", environment: [ignored: proxy.address])
            else {
                Issue.record("\(ignored) is not for http")
                continue
            }
        }
        #expect(proxy.requests.count == 4)
        await #expect(throws: ConnectionSetupError.self) {
            _ = try await Self.post(to: "http://desk.invalid", environment: ["http_proxy": "https://127.0.0.1:1"])
        }
    }

    @Test func `An invalid TLS file is reported before the first request`() async throws {
        try await TestFolder.with { folder in
            let authority = try await TestAuthority.make("authority", in: folder)
            let (one, other) = (try await authority.issue("one"), try await authority.issue("other"))
            func problem(_ server: String?, _ certificate: String?, _ key: String?) async throws -> String? {
                do {
                    let tls = try TLSFiles(serverAuthority: server, certificate: certificate, key: key)
                    let url = try #require(URL(string: "https://localhost"))
                    try await ServerConnection.with(server: url, key: AccessKey("k"), version: "9", tls: tls, environment: [:])
                    { _ in }
                    return nil
                } catch let problem as ConnectionSetupError {
                    return problem.description
                }
            }
            let root = authority.certificateFile
            #expect(try await problem(root, one.certificateFile, one.keyFile) == nil)
            #expect(try await problem(root, one.certificateFile, nil)?.contains("belong together") == true)
            #expect(try await problem(nil, folder + "/none", one.keyFile)?.contains("/none cannot be read") == true)
            #expect(try await problem(nil, one.keyFile, one.keyFile)?.contains("no PEM certificate") == true)
            #expect(
                try await problem(nil, one.certificateFile, one.certificateFile)?.contains("accessible to other users") == true)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: one.certificateFile)
            #expect(try await problem(nil, one.certificateFile, one.certificateFile)?.contains("no PEM key") == true)
            #expect(try await problem(one.keyFile, nil, nil)?.contains("no PEM certificate") == true)
            #expect(
                try await problem(nil, one.certificateFile, other.keyFile)?.contains("does not belong to its certificate")
                    == true)
        }
    }
}

/// The sentences about a server's invalid certificate or wrong port.
@Suite struct `Connection failures` {
    private func sentence(_ server: String, trusting root: String? = nil) async throws -> String {
        let url = try #require(URL(string: server))
        let tls = try TLSFiles(serverAuthority: root, certificate: nil, key: nil)
        let result = try await ServerConnection.with(
            server: url, key: AccessKey("k"), version: "9", tls: tls, environment: [:]
        ) { await HTTPTapServer($0).post([], waiting: 0) }
        guard case .unavailable(let sentence, nil) = result else { return "\(result)" }
        return sentence
    }

    @Test func `A port without TLS and one without HTTP give their reasons`() async throws {
        let server = try StubServer { _ in StubServer.Answer(status: 200, raw: "SSH-2.0-OpenSSH_9.2\r\n\r\n") }
        #expect(try await sentence(server.address).contains("the response is not HTTP. Check the port"))
        let plain = try StubServer(always: "HTTP/1.1 400 Bad Request\r\n\r\n") { _ in StubServer.Answer(status: 400) }
        #expect(
            try await sentence(plain.address.replacing("http:", with: "https:")).contains("the port does not use TLS"))
    }

    @Test func `An expired certificate gives its reason`() async throws {
        try await TestFolder.with { folder in
            let authority = try await TestAuthority.make("authority", in: folder)
            let old = try await authority.issue("localhost", for: .server, isOver: true)
            let program = """
                import socket, ssl, sys
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(sys.argv[1], sys.argv[2])
                listener = socket.create_server(("127.0.0.1", 0))
                print("port", listener.getsockname()[1], flush=True)
                while True:
                    client, _ = listener.accept()
                    try:
                        context.wrap_socket(client, server_side=True)
                    except OSError:
                        client.close()
                """
            let server = try ChildProcess(["python3", "-c", program, old.certificateFile, old.keyFile], in: folder)
            let port = try await server.waitForOutput("port [0-9]+").dropFirst(5)
            let said = try await sentence("https://127.0.0.1:\(port)", trusting: authority.certificateFile)
            #expect(
                said.contains("its certificate expired at 20") && said.contains("correct this computer's clock, which shows 20")
            )
            server.signal(SIGKILL)
            _ = await server.wait()
        }
    }

    @Test func `A certificate that is not valid yet gives its reason`() {
        let (yesterday, now, tomorrow) = (Instant(seconds: 100), Instant(seconds: 200), Instant(seconds: 300))
        let failure = ConnectionFailure.serverNotTrusted
        #expect(
            failure.refined(by: .init(from: tomorrow, until: tomorrow), now: now) == .certificateNotYetValid(tomorrow, now: now)
        )
        #expect(failure.refined(by: .init(from: yesterday, until: tomorrow), now: now) == failure)
        #expect(failure.refined(by: nil, now: now) == failure)
        #expect(ConnectionFailure.noHTTP.refined(by: .init(from: tomorrow, until: tomorrow), now: now) == .noHTTP)
        #expect("\(ConnectionFailure.certificateNotYetValid(tomorrow, now: now))".contains("Correct this computer's clock"))
    }
}

extension Instant {
    fileprivate init(seconds: Int64) { self.init(millisecondsSince1970: seconds * 1000) }
}

/// The reader's client with a real server that terminates TLS.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)))
struct `Connection over TLS` {
    @Test func `A connection presents the reader's certificate, and a renewed one with the next tap`() async throws {
        try await TestDatabase.with { database in
            try await TestFolder.with { folder in
                func desktap(_ arguments: String...) async throws -> String {
                    try await ChildProcess.run(
                        [builtProgram("desktap")] + arguments + ["--database", database.connectionString], in: folder
                    ).trimmingCharacters(in: .whitespacesAndNewlines)
                }
                _ = try await desktap("migrate")
                let (bound, free) = (try await desktap("reader", "add", "door"), try await desktap("reader", "add", "hall"))
                let authority = try await TestAuthority.make("authority", in: folder)
                let stranger = try await TestAuthority.make("stranger", in: folder)
                let place = try await authority.issue("localhost", for: .server)
                let (own, other) = (try await authority.issue("own"), try await authority.issue("other"))
                _ = try await desktap("reader", "bind", "door", "--certificate", own.certificateFile)
                let server = try ChildProcess(
                    [
                        builtProgram("desktap"), "serve", "--port", "0", "--database", database.connectionString,
                        "--tls-certificate-file", place.certificateFile, "--tls-key-file", place.keyFile,
                        "--tls-client-ca", authority.certificateFile, "--secret-file", folder + "/secret",
                    ], in: folder)
                let line = try await server.waitForOutput("listening on [^ ]*:[0-9]+")
                let url = try #require(URL(string: "https://localhost:\(line.split(separator: ":").last ?? "")"))

                func post(_ pair: TestAuthority.Pair?, key: String, trusting root: String? = nil) async throws -> String {
                    let tls = try TLSFiles(
                        serverAuthority: root ?? authority.certificateFile, certificate: pair?.certificateFile,
                        key: pair?.keyFile)
                    return try await ServerConnection.with(
                        server: url, key: AccessKey(key), version: "9", tls: tls, environment: [:]
                    ) {
                        Self.told(await HTTPTapServer($0).post([], waiting: 0))
                    }
                }
                let refused = "\(url) cannot be reached: it refuses this reader's certificate."
                #expect(try await post(own, key: bound) == "taken")
                #expect(try await post(nil, key: bound).contains("needs its client certificate."))
                #expect(
                    try await post(other, key: bound)
                        .contains("does not belong to this reader key, or it is no longer valid"))
                #expect(try await post(nil, key: free) == "taken")
                #expect(try await post(try await stranger.issue("strange"), key: bound) == refused)
                #expect(try await post(try await authority.issue("over", isOver: true), key: bound) == refused)
                #expect(
                    try await post(own, key: bound, trusting: stranger.certificateFile)
                        .contains("its certificate is not trusted: it is not signed by an authority that this computer trusts"))
                let plain = try #require(URL(string: url.absoluteString.replacing("https:", with: "http:")))
                let unprotected = try await ServerConnection.with(
                    server: plain, key: AccessKey(free), version: "9", environment: [:]
                ) { Self.told(await HTTPTapServer($0).post([], waiting: 0)) }
                #expect(unprotected.contains("cannot be reached"))
                let byAddress = try #require(URL(string: url.absoluteString.replacing("localhost", with: "127.0.0.1")))
                let tls = try TLSFiles(serverAuthority: authority.certificateFile, certificate: nil, key: nil)
                let misnamed = try await ServerConnection.with(
                    server: byAddress, key: AccessKey(free), version: "9", tls: tls, environment: [:]
                ) { Self.told(await HTTPTapServer($0).post([], waiting: 0)) }
                #expect(misnamed == "\(byAddress) cannot be reached: its certificate is not for this host name.")

                // Files are replaced while the program runs, and the administrator binds the new certificate meanwhile.
                let files = try TLSFiles(
                    serverAuthority: authority.certificateFile, certificate: own.certificateFile, key: own.keyFile)
                try await ServerConnection.with(server: url, key: AccessKey(bound), version: "9", tls: files, environment: [:])
                {
                    let taps = HTTPTapServer($0)
                    for _ in 0..<3 { #expect(Self.told(await taps.post([], waiting: 0)) == "taken") }
                    // Files that are read again unchanged need no new handshake.
                    var open = try Self.connections(to: url)
                    // The kernel's table is not read atomically.
                    for _ in 0..<50 where open != 1 {
                        try await Task.sleep(for: .milliseconds(20))
                        open = try Self.connections(to: url)
                    }
                    #expect(open == 1)
                    #expect(rename(other.certificateFile, own.certificateFile) == 0)
                    #expect(Self.told(await taps.post([], waiting: 0)).contains("does not belong to its certificate"))
                    #expect(rename(other.keyFile, own.keyFile) == 0)
                    #expect(Self.told(await taps.post([], waiting: 0)).contains("does not belong to this reader key"))
                    _ = try await desktap("reader", "bind", "door", "--certificate", own.certificateFile)
                    let deadline = ContinuousClock.now + .seconds(120)
                    while Self.told(await taps.post([], waiting: 0)) != "taken", .now < deadline {
                        try await Task.sleep(for: .milliseconds(20))
                    }
                    #expect(Self.told(await taps.post([], waiting: 0)) == "taken")
                }
                server.signal(SIGTERM)
                #expect(await server.wait() == 0)
            }
        }
    }

    /// The number of open connections of this computer's programs to a server on it.
    private static func connections(to url: URL) throws -> Int {
        let port = try #require(url.port)
        return try TCPSocket.connections(to: try #require(UInt16(exactly: port)))
    }

    private static func told(_ result: PostResult) -> String {
        switch result {
        case .answered: "taken"
        case .unavailable(let sentence, _), .blocked(let sentence), .listRefused(_, let sentence): sentence
        }
    }
}
