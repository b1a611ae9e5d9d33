import Foundation
import TestServers
import Testing
import VirtualReader

/// `desktap-reader run` as a process, with a real pcscd and a real `desktap serve`.
@Suite(
    .enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)),
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)))
struct `Reader program` {
    /// The demo office, a server and a reader's key.
    private struct Office {
        let folder: String
        let database: String
        let key: String

        static func with(_ body: (Office) async throws -> Void) async throws {
            try await TestDatabase.with { database in
                try await TestFolder.with { folder in
                    for command in [["migrate"], ["demo", "--days", "0"]] {
                        try await ChildProcess.run(
                            [builtProgram("desktap")] + command + ["--database", database.connectionString], in: folder)
                    }
                    let key = try await ChildProcess.run(
                        [builtProgram("desktap"), "reader", "add", "front door", "--database", database.connectionString],
                        in: folder)
                    try await body(
                        Office(
                            folder: folder, database: database.connectionString,
                            key: key.trimmingCharacters(in: .whitespacesAndNewlines)))
                }
            }
        }

        /// - Returns: the server and its port.
        func serve(port: Int = 0, _ options: String...) async throws -> (ChildProcess, Int) {
            let server = try ChildProcess(
                [
                    builtProgram("desktap"), "serve", "--port", String(port), "--database", database, "--secret-file",
                    folder + "/secret",
                ] + options, in: folder)
            let line = try await server.waitForOutput("listening on [^ ]*:[0-9]+")
            return (server, Int(line.split(separator: ":").last ?? "") ?? 0)
        }

        func agent(
            _ pcscd: PcscServer, port: Int, key: String? = nil, at host: String = "http://127.0.0.1", _ options: String...
        ) throws -> ChildProcess {
            try ChildProcess(
                [
                    builtProgram("desktap-reader"), "run", "--server", "\(host):\(port)", "--user", "ada", "--queue",
                    folder + "/queue",
                ] + options, in: folder,
                environment: pcscd.environment.merging(["DESKTAP_READER_KEY": key ?? self.key]) { $1 })
        }

        /// Ada's taps in the log, in the order of recording.
        func recorded() async throws -> [String] {
            try await ChildProcess.run(
                [
                    "psql", "-XAt", database, "-c",
                    "select kind from event where person_id = (select id from person where user_name = 'ada') order by seq",
                ], in: folder
            ).split(separator: "\n").map(String.init)
        }
    }

    private static func address(_ port: Int, _ event: String, _ desk: String) -> String {
        "http://127.0.0.1:\(port)/t?event=\(event)&desk=\(desk)"
    }

    @Test func `A tap of every kind of tag is recorded in the database`() async throws {
        try await Office.with { office in
            try await PcscServer.with { pcscd in
                let (server, port) = try await office.serve()
                let agent = try office.agent(pcscd, port: port)
                try await agent.waitForOutput("reader +Test Reader 00 00")
                let reader = VirtualReader(port: pcscd.port)
                for (number, model) in TagModel.allCases.enumerated() {
                    let desk = "6F-A\(number % 6 + 1)"
                    try await reader.replace(
                        with: try model.tag(holding: Self.address(port, "start", desk), number: UInt32(number)))
                    try await agent.waitForOutput("(?s)(recorded .*){\(number + 1)}")
                }
                #expect(agent.output.contains("You are at work at 6F-A1"))
                #expect(try await office.recorded().count == TagModel.allCases.count)
                agent.signal(SIGTERM)
                #expect(await agent.wait() == 0)
                server.signal(SIGTERM)
                #expect(await server.wait() == 0)
            }
        }
    }

    @Test func `A tag removed during reading makes no tap, and the next tag does`() async throws {
        try await Office.with { office in
            try await PcscServer.with { pcscd in
                let (server, port) = try await office.serve()
                let agent = try office.agent(pcscd, port: port)
                try await agent.waitForOutput("reader +Test Reader 00 00")
                let reader = VirtualReader(port: pcscd.port, profile: .small)
                let tag = try TagModel.ntag213.tag(holding: Self.address(port, "start", "6F-A3"))
                try reader.insert(tag, removal: .init(atCommand: 2))
                while reader.commands.count < 3 { try await Task.sleep(for: .milliseconds(10)) }
                // Swapped immediately: pcscd never detects an empty reader.
                try reader.remove()
                try reader.insert(try TagModel.ntag213.tag(holding: Self.address(port, "pause", "6F-A3"), number: 2))
                try await agent.waitForOutput("taken +pause")
                try await agent.waitForOutput("recorded +pause")
                #expect(!agent.output.contains("taken     start"))
                #expect(try await office.recorded() == ["pause"])
                agent.signal(SIGTERM)
                #expect(await agent.wait() == 0)
                server.signal(SIGKILL)
            }
        }
    }

    @Test func `The reader program continues after a restart of pcscd, and a present tag makes one tap`() async throws {
        try await Office.with { office in
            try await PcscServer.with { pcscd in
                let (server, port) = try await office.serve()
                let agent = try office.agent(pcscd, port: port)
                try await agent.waitForOutput("reader +Test Reader 00 01")
                let readers = [VirtualReader(port: pcscd.port), VirtualReader(port: pcscd.port + 1)]
                let tag = try TagModel.ntag213.tag(holding: Self.address(port, "start", "6F-A3"))
                try readers[0].insert(tag)
                try await agent.waitForOutput("recorded +start")
                await pcscd.kill()
                try await agent.waitForOutput("pcscd +The smart card service")
                try readers[0].remove()
                // The tag never left, so it is present as soon as the reader is.
                async let restarted: Void = pcscd.restart()
                while (try? readers[0].insert(tag)) == nil { try await Task.sleep(for: .milliseconds(5)) }
                try await restarted
                try await agent.waitForOutput("present +The tag on Test Reader 00 00")
                try readers[1].insert(try TagModel.slix.tag(holding: Self.address(port, "end", "6F-A3")))
                try await agent.waitForOutput("recorded +end")
                #expect(try await office.recorded() == ["start", "end"])
                agent.signal(SIGTERM)
                #expect(await agent.wait() == 0)
                server.signal(SIGKILL)
            }
        }
    }

    @Test func `No tap is lost or recorded twice when the reader program is killed during sending`() async throws {
        try await Office.with { office in
            try await PcscServer.with { pcscd in
                let (first, port) = try await office.serve()
                first.signal(SIGKILL)
                _ = await first.wait()
                let readers = [VirtualReader(port: pcscd.port), VirtualReader(port: pcscd.port + 1)]
                var events: [String] = []
                // Each run saves two taps and is killed immediately after the second is reported: while the server is down,
                // while it starts, and while it runs.
                var server: ChildProcess?
                for life in 0..<4 {
                    if life == 1 { (server, _) = try await office.serve(port: port) }
                    let agent = try office.agent(pcscd, port: port)
                    for (number, event) in ["start", "pause"].enumerated() {
                        let tag = try TagModel.ntag213.tag(
                            holding: Self.address(port, event, "6F-A3"), number: UInt32(life * 2 + number))
                        try await readers[number].replace(with: tag)
                        try await agent.waitForOutput("taken +\(event)")
                        events.append(event)
                    }
                    agent.signal(SIGKILL)
                    _ = await agent.wait()
                }
                let last = try office.agent(pcscd, port: port)
                let deadline = ContinuousClock.now + .seconds(60)
                while try await office.recorded().count < events.count, .now < deadline {
                    try await Task.sleep(for: .milliseconds(50))
                }
                // The saved taps may have been sent before the last kill, so the test waits until the program runs before it
                // stops it.
                try await last.waitForOutput("reader +Test Reader 00 00")
                last.signal(SIGTERM)
                #expect(await last.wait() == 0)
                #expect(try await office.recorded() == events)
                server?.signal(SIGKILL)
            }
        }
    }

    @Test func `A tap is kept while the key is wrong`() async throws {
        try await Office.with { office in
            try await PcscServer.with { pcscd in
                let (server, port) = try await office.serve()
                let reader = VirtualReader(port: pcscd.port)
                try reader.insert(try TagModel.ntag213.tag(holding: Self.address(port, "start", "6F-A3")))
                let wrong = try office.agent(pcscd, port: port, key: "wrong")
                try await wrong.waitForOutput("offline +The server refuses this reader's key \\(401\\).* Waiting taps: 1")
                wrong.signal(SIGTERM)
                #expect(await wrong.wait() == 0)
                let right = try office.agent(pcscd, port: port)
                try await right.waitForOutput("queue +Waiting taps: 1")
                try await right.waitForOutput("recorded +start 6F-A3")
                right.signal(SIGKILL)
                server.signal(SIGKILL)
            }
        }
    }

    @Test func `Taps are kept until the reader presents the certificate that its key is bound to`() async throws {
        try await Office.with { office in
            try await PcscServer.with { pcscd in
                let authority = try await TestAuthority.make("authority", in: office.folder)
                let (place, own) = (try await authority.issue("place", for: .server), try await authority.issue("own"))
                let (server, port) = try await office.serve(
                    "--tls-certificate-file", place.certificateFile, "--tls-key-file", place.keyFile, "--tls-client-ca",
                    authority.certificateFile)
                try await ChildProcess.run(
                    [
                        builtProgram("desktap"), "reader", "bind", "front door", "--certificate", own.certificateFile,
                        "--database", office.database,
                    ], in: office.folder)
                let reader = VirtualReader(port: pcscd.port)
                let address = "https://localhost:\(port)/t?event=start&desk=6F-A3"
                try reader.insert(try TagModel.ntag213.tag(holding: address))
                let without = try office.agent(
                    pcscd, port: port, at: "https://localhost", "--server-ca", authority.certificateFile)
                try await without.waitForOutput("offline +This reader key needs its client certificate")
                without.signal(SIGTERM)
                #expect(await without.wait() == 0)
                #expect(try await office.recorded().isEmpty)
                let with = try office.agent(
                    pcscd, port: port, at: "https://localhost", "--server-ca", authority.certificateFile,
                    "--client-certificate", own.certificateFile, "--client-key", own.keyFile)
                try await with.waitForOutput("recorded +start 6F-A3")
                with.signal(SIGTERM)
                #expect(await with.wait() == 0)
                #expect(try await office.recorded() == ["start"])
                server.signal(SIGTERM)
                #expect(await server.wait() == 0)
            }
        }
    }

    @Test(arguments: [
        (["run", "--user", "ada"], "The setting 'server' is missing"),
        (["run", "--server", "desk.example.com", "--user", "ada"], "is not an http or https address"),
        (["run", "--server", "https://desk.example.com"], "The setting 'user' is missing"),
        (["run", "--server", "http://127.0.0.1:99999", "--user", "ada"], "not a number from 1 to 65535"),
        (["run", "--server", "http://desk.example.com", "--user", "ada"], "allow http with --insecure"),
        (["tag", "provision", "--server", "http://desk.example.com", "--desk", "A1", "--event", "start"], "--insecure"),
        (["tag", "provision", "--server", "https://[::1]:70000", "--desk", "A1", "--event", "start"], "from 1 to 65535"),
        (["run", "--server", "https://desk.example.com", "--user", "ada"], "desktap reader add NAME"),
        (["run", "--server", "https://desk.example.com", "--user", "ada", "--key-file", "/nonexistent"], "/nonexistent"),
        (["run", "--server", "https://desk.example.com", "--user", "ada", "--config", "/nonexistent"], "/nonexistent"),
    ])
    func `Invalid settings of the reader program are rejected with the reason`(arguments: [String], sentence: String)
        async throws
    {
        try await TestFolder.with { folder in
            let process = try ChildProcess(
                [builtProgram("desktap-reader")] + arguments, in: folder,
                environment: ["PCSCLITE_CSOCK_NAME": folder + "/nobody", "DESKTAP_READER_KEY": ""])
            #expect(await process.wait() == 64)
            #expect(process.output.contains(sentence), "\(process.output)")
        }
    }

    @Test func `The readers command reports that pcscd is not running`() async throws {
        try await TestFolder.with { folder in
            let process = try ChildProcess(
                [builtProgram("desktap-reader"), "readers"], in: folder,
                environment: ["PCSCLITE_CSOCK_NAME": folder + "/nobody"])
            #expect(await process.wait() == 69)
            #expect(process.output.contains("sudo systemctl start pcscd.socket"), "\(process.output)")
        }
    }

    @Test func `Settings and key are read from files`() async throws {
        try await TestFolder.with { folder in
            let settings =
                #"{"server": "http://127.0.0.1:1", "user": "ada", "queue": "\#(folder)/queue", "key-file": "\#(folder)/key"}"#
            try settings.write(toFile: folder + "/settings.json", atomically: true, encoding: .utf8)
            try "k3y\n".write(toFile: folder + "/key", atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder + "/key")
            let process = try ChildProcess(
                [builtProgram("desktap-reader"), "run", "--config", folder + "/settings.json"], in: folder,
                environment: ["PCSCLITE_CSOCK_NAME": folder + "/nobody"])
            try await process.waitForOutput("pcscd +The smart card service pcscd is not running. Start it with")
            process.signal(SIGINT)
            #expect(await process.wait() == 0)
        }
    }
}
