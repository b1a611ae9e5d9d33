import Attendance
import Foundation
import Synchronization
import TestServers
import Testing

@testable import ReaderAgent

/// Validation of settings before the start, and secrecy of keys.
@Suite struct `Reader settings` {
    private static func settings(_ text: String, in folder: String) throws -> String {
        try text.write(toFile: folder + "/settings.json", atomically: true, encoding: .utf8)
        return folder + "/settings.json"
    }

    private static func write(key: String, mode: Int, in folder: String) throws -> String {
        try key.write(toFile: folder + "/key", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder + "/key")
        return folder + "/key"
    }

    @Test(arguments: [
        (#"{"keyFile": "K"}"#, "has an unknown setting 'keyFile'. Did you mean 'key-file'?"),
        (#"{"userr": "ada"}"#, "Did you mean 'user'?"), (#"{"server_ca": "F"}"#, "Did you mean 'server-ca'?"),
        (#"{"onResult": "true"}"#, "Did you mean 'on-result'?"),
        (#"{"zzzzzzzzzzzz": 1}"#, "Valid settings: choose, client-certificate"),
        (#"{"config": "F"}"#, "unknown setting 'config'"), (#"{"key": "k3y"}"#, "unknown setting 'key'"),
        (#"{"user": 5}"#, "'user' in F is not a string"),
        (#"{"choose": "yes"}"#, "'choose' in F is neither true nor false"),
        (#"{"desk": ["6F-A3"]}"#, "'desk' in F is not a string"), (#"{"user": null}"#, "'user' in F is not a string"),
        (#"{"server": {"url": "x"}}"#, "'server' in F is not a string"), ("[]", "is not a JSON object"),
        ("{", "is not a JSON object"),
        (#"{"server-ca": "/nonexistent"}"#, "The file /nonexistent cannot be read"),
        (#"{"client-certificate": "F"}"#, "'client-certificate' and 'client-key' belong together"),
        (#"{"log-level": "loud"}"#, "'log-level' is not a valid level: 'loud'"),
        (#"{"key-file": "/nonexistent"}"#, "/nonexistent"),
        (#"{"server": "http://127.0.0.1:0"}"#, "from 1 to 65535"), (#"{"event": "toggle"}"#, "not start, pause or end"),
        (#"{"server": "http://192.0.2.1"}"#, "allow http with --insecure"),
    ])
    func `Invalid settings in a file end the program with status 64`(file: String, sentence: String) async throws {
        try await TestFolder.with { folder in
            let path = try Self.settings(file, in: folder)
            let isOfFile = ["server", "user", "event", "key-file"].filter { file.contains("\"\($0)\"") }
            let options = [("server", "http://127.0.0.1:1"), ("user", "ada")].filter { name, _ in
                !isOfFile.contains(name) && !(name == "user" && file.contains("event"))
            }.flatMap { ["--" + $0.0, $0.1] }
            let process = try ChildProcess(
                [builtProgram("desktap-reader"), "run", "--config", path] + options, in: folder,
                environment: [
                    "DESKTAP_READER_KEY": file.contains("key-file") ? "" : "k3y", "DESKTAP_READER_QUEUE": folder + "/queue",
                ])
            #expect(await process.wait() == 64)
            #expect(process.output.replacing(path, with: "F").contains(sentence), "\(process.output)")
        }
    }

    @Test func `Every option can be set in a file by its name`() async throws {
        let help = try await ChildProcess.run([builtProgram("desktap-reader"), "help", "run"])
        let options = Set(help.matches(of: /(?m)^ +--([a-z-]+)/).map { String($0.1) })
        #expect(options.isSuperset(of: ["server", "key-file", "client-certificate", "insecure"]))
        try await TestFolder.with { folder in
            for option in options.subtracting(["config", "help", "version"]) {
                let path = try Self.settings(#"{"\#(option)": []}"#, in: folder)
                let process = try ChildProcess([builtProgram("desktap-reader"), "run", "--config", path], in: folder)
                #expect(await process.wait() == 64)
                // A known setting with an invalid value.
                #expect(process.output.contains("The setting '\(option)' in \(path) is n"), "\(process.output)")
            }
        }
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o620])
    func `A key file that other users can read is refused`(mode: Int) async throws {
        try await TestFolder.with { folder in
            let key = try Self.write(key: "k3y\n", mode: mode, in: folder)
            for arguments in [
                ["run", "--user", "ada", "--key-file", key],
                ["tag", "provision", "--desk", "A1", "--event", "start", "--key-file", key],
            ] {
                let process = try ChildProcess(
                    [builtProgram("desktap-reader")] + arguments + ["--server", "https://desk.example.com"], in: folder)
                #expect(await process.wait() == 64)
                #expect(process.output.contains("Run 'chmod 600 \(key)'"), "\(process.output)")
            }
        }
    }

    @Test func `A systemd credential with the group's read bit is accepted as a key`() async throws {
        try await TestFolder.with { folder in
            let key = try Self.write(key: "k3y\n", mode: 0o440, in: folder)
            let process = try ChildProcess(
                [
                    builtProgram("desktap-reader"), "run", "--server", "http://127.0.0.1:1", "--user", "ada", "--key-file", key,
                    "--queue", folder + "/queue",
                ], in: folder, environment: ["PCSCLITE_CSOCK_NAME": folder + "/nobody", "CREDENTIALS_DIRECTORY": folder])
            try await process.waitForOutput("pcscd ")
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
        }
    }

    @Test func `No log level shows the key`() async throws {
        try await TestFolder.with { folder in
            let secret = "s3cr3t-\(UUID().uuidString)"
            let key = try Self.write(key: secret + "\n", mode: 0o600, in: folder)
            do {
                let queue = try TapQueue(folder: folder + "/queue")
                let tap = QueuedTap(
                    id: UUID(), person: .user("ada"), kind: .start, at: "2026-11-21T09:00:00.000+09:00", desk: DeskID("6F-A3"),
                    reader: "A")
                _ = try await queue.add(tap, uid: [1])
            }
            let server = try StubServer { $0.accepted }
            for source in [["--key-file", key], []] {
                let process = try ChildProcess(
                    [
                        builtProgram("desktap-reader"), "run", "--server", server.address, "--user", "ada", "--queue",
                        folder + "/queue", "--log-level", "trace", "--on-result", "true",
                    ] + source, in: folder,
                    environment: [
                        "PCSCLITE_CSOCK_NAME": folder + "/nobody", "DESKTAP_READER_KEY": source.isEmpty ? secret : "",
                    ])
                try await process.waitForOutput("pcscd ")
                if !source.isEmpty { try await process.waitForOutput("recorded +start") }
                process.signal(SIGTERM)
                #expect(await process.wait() == 0)
                // The log contains the services' names but not the key.
                #expect(process.output.contains("TapPoster") && !process.output.contains(secret), "\(process.output)")
            }
            #expect(Set(server.requests.map(\.key)) == ["Bearer " + secret])
            #expect(server.requests.count { !$0.taps.isEmpty } == 1)
        }
    }

    @Test func `No description contains the key`() async throws {
        let key = AccessKey("s3cr3t")
        let url = try #require(URL(string: "https://desk.invalid"))
        try await ServerConnection.with(server: url, key: key, version: "9", environment: [:]) { connection in
            var dumped = ""
            dump((key, connection, HTTPTapServer(connection)), to: &dumped)
            for text in ["\(key)", "\(connection)", String(reflecting: [connection]), "\(HTTPTapServer(connection))", dumped] {
                #expect(!text.contains("s3cr3t"), "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("https://desk.example.com", nil), ("HTTPS://desk.example.com:8443/desk/", nil), ("http://127.0.0.1:65535", nil),
        ("https://[::1]:1", nil), ("desk.example.com", "not an http or https address"), ("ftp://x", "not an http"),
        ("https://", "not an http"), ("https:///t", "not an http"), ("https://x:0", "from 1 to 65535"),
        ("https://x:65536", "from 1 to 65535"), ("https://x:99999999999999999999", "from 1 to 65535"),
        ("https://x:", "from 1 to"),
        ("https://x:8o", "from 1 to 65535"), ("https://x:-1", "from 1 to 65535"), ("https://ada:pw@x", "not an http"),
        ("https://x?a=b", "not an http"), ("https://x#a", "not an http"), ("https://x y", "not an http"), ("", "not an http"),
    ])
    func `A server address needs http or https, a host and a valid port`(text: String, words: String?) {
        #expect(
            Self.problem { () throws(ConnectionSetupError) in _ = try ServerAddress.url(text) }?.contains(words ?? "?")
                == words.map { _ in true })
    }

    @Test(arguments: [
        ("https://desk.example.com", true), ("http://localhost:8080", true), ("http://127.8.9.1", true),
        ("http://[::1]:80", true),
        ("http://LOCALHOST", true), ("http://desk.example.com", false), ("http://127.0.0.1.example.com", false),
        ("http://192.168.1.1", false), ("http://[::2]", false), ("http://0.0.0.0", false),
        ("http://localhost.example.com", false),
    ])
    func `A key is not sent to another computer without TLS`(text: String, isConfidential: Bool) throws {
        let url = try #require(URL(string: text))
        #expect(
            (Self.problem { () throws(ConnectionSetupError) in try ServerAddress.checkConfidential(url) } == nil)
                == isConfidential
        )
    }

    private static func problem(_ body: () throws(ConnectionSetupError) -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return error.description
        }
    }
}

@Suite struct `The reader's clock` {
    @Test func `A clock difference from the server is reported once`() async throws {
        try await TestFolder.with { folder in
            let warnings = Mutex<[String]>([])
            let at = Mutex("2026-11-21T08:58:00.400Z")
            let server = try StubServer { _ in
                StubServer.Answer(status: 200, body: "[]", head: ["Date: Sat, 21 Nov 2026 10:00:00 GMT"])
            }
            let url = try #require(URL(string: server.address))
            let clock = AgentClock(now: { (Instant(rfc3339: at.withLock { $0 }) ?? Instant(millisecondsSince1970: 0), 0) })
            try await ServerConnection.with(server: url, key: AccessKey("k"), version: "9", clock: clock, environment: [:]) {
                let taps = HTTPTapServer($0, clock: ClockDriftMonitor { text in warnings.withLock { $0.append(text) } })
                for time in ["08:58:00.400", "08:58:20.000", "09:59:59.000", "10:00:20.000", "10:01:00.500"] {
                    at.withLock { $0 = "2026-11-21T\(time)Z" }
                    _ = await taps.post([], waiting: 0)
                }
            }
            #expect(
                warnings.withLock { $0 }.map { String($0.prefix { $0 != "." }) } == [
                    "This computer's clock is 1 h 2 min behind the server's clock, so taps get wrong times",
                    "This computer's clock matches the server's clock again",
                    "This computer's clock is 1 min ahead of the server's clock, so taps get wrong times",
                ])
            #expect(server.requests.first?.head.contains("Desktap-Time: 2026-11-21T08:58:00.400+00:00") == true)
        }
    }

    @Test func `The clock is not compared with another program's`() async throws {
        let warnings = Mutex<[String]>([])
        let server = try StubServer { _ in
            StubServer.Answer(status: 403, body: "<p>", type: "text/html", head: ["Date: Sat, 21 Nov 2020 10:00:00 GMT"])
        }
        let url = try #require(URL(string: server.address))
        try await ServerConnection.with(server: url, key: AccessKey("k"), version: "9", environment: [:]) {
            _ = await HTTPTapServer($0, clock: ClockDriftMonitor { text in warnings.withLock { $0.append(text) } }).post(
                [], waiting: 0)
        }
        #expect(warnings.withLock { $0 } == [])
    }
}
