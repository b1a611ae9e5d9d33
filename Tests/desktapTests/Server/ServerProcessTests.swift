import Attendance
import AttendanceStore
import Foundation
import Glibc
import HTTPTypes
import HummingbirdTesting
import Postgres
import Synchronization
import TestClients
import TestOffice
import TestServers
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Server start` {
    @Test func `A server start without a database ends with advice`() async throws {
        try await TestFolder.with { folder in
            let (status, output) = try await ServerProcess.run(
                "serve", "--port", "0", "--database", "host=\(folder) user=postgres", in: folder)
            #expect(status == 1)
            #expect(output.hasPrefix("desktap: The database cannot be reached ("))
            #expect(output.hasSuffix("Start PostgreSQL, or set its address with --database or DESKTAP_DATABASE.\n"))
            #expect(output.count(of: "\n") == 1)
        }
    }

    @Test(
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"))
    func `A server start on a port in use ends with advice`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let database = office.database.connectionString
                let server = try await ServerProcess.start(database: database, in: folder)
                let (status, output) = try await ServerProcess.run(
                    "serve", "--port", "\(server.port)", "--log-level", "critical", "--database", database, in: folder)
                #expect(status == 1)
                #expect(output == "desktap: The port \(server.port) is in use. Please choose another one with --port.\n")
                #expect(await server.stop() == 0)
            }
        }
    }

    @Test(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"))
    func `A server start on a database without a schema names the command that creates it`() async throws {
        try await TestDatabase.with { database in
            try await TestFolder.with { folder in
                let (status, output) = try await ServerProcess.run(
                    "serve", "--port", "0", "--database", database.connectionString, in: folder)
                #expect(status == 1)
                #expect(output.contains("Run “desktap migrate” first."))
                let migrated = try await ServerProcess.run(
                    "migrate", "--database", database.connectionString, in: folder)
                #expect(migrated.status == 0)
                let demo = try await ServerProcess.run(
                    "demo", "--days", "0", "--database", database.connectionString, in: folder)
                #expect(demo.output.contains("48 desks and 12 people"))
                let floor = try await ServerProcess.run(
                    "floor", "export", "6F", "--database", database.connectionString, in: folder)
                // The last columns are monitor and height_adjustable.
                for equipment in ["no,no", "no,yes", "yes,no", "yes,yes"] {
                    #expect(floor.output.contains(",\(equipment)"), "\(floor.output)")
                }
                let server = try await ServerProcess.start(database: database.connectionString, in: folder)
                #expect(await server.stop() == 0)
            }
        }
    }

    @Test(arguments: [
        (#"{"port": true}"#, "'port'"), (#"{"port": "eighty"}"#, "'port'"), (#"{"port": 70000}"#, "'port'"),
        (#"{"port": 80.5}"#, "'port'"), (#"{"port": null}"#, "'port'"), (#"{"port": [8080]}"#, "'port'"),
        (#"{"prot": 8080}"#, "Did you mean 'port'?"), (#"{"publicURL": "https://x"}"#, "Did you mean 'public-url'?"),
        (#"{"OIDC_ISSUER": "https://x"}"#, "Did you mean 'oidc-issuer'?"), (#"{"host": 1}"#, "'host'"),
        (#"{"oidc-link-by-user-name": true}"#, "'oidc-link-by-user-name'"),
        (#"{"connections": 0}"#, "'connections'"), (#"{"language": "fr"}"#, "'language' is not en or ja"),
        (#"{"log-level": "loud"}"#, "'log-level'"), (#"{"log-format": "xml"}"#, "neither 'text' nor 'json'"),
        (#"{"metrics-port": 70000}"#, "'metrics-port'"),
        (#"{"mail-from": "desk@example.com"}"#, "'mail-from' needs 'mail-server'"),
        (#"{"mail-server": "smtp://mail.example.com"}"#, "needs 'mail-from'"),
        (#"{"mail-server": "smtp://mail.example.com", "mail-from": "Desk <desk@example.com>"}"#, "'mail-from'"),
        (#"{"mail-server": "http://mail.example.com", "mail-from": "desk@example.com"}"#, "'mail-server'"),
        (#"{"push-services": "https://push.example.com"}"#, "'push-services'"),
        (#"{"public-url": "desk.example.com"}"#, "'public-url'"), (#"{"prot": 8080}"#, "'prot'"),
        (#"{"public-url": "https://desk.example.com/desks"}"#, "'public-url'"), ("[]", "not a JSON object"),
        ("{", "not a JSON object"),
        (#"{"trusted-proxies": "10.0.0.1/8"}"#, "'trusted-proxies'"), (#"{"max-connections": 0}"#, "'max-connections'"),
        (#"{"trusted-proxy-header": "via"}"#, "'trusted-proxy-header'"), (#"{"app-apple-ids": "desk"}"#, "'app-apple-ids'"),
        (#"{"app-android": "desk"}"#, "'app-android'"), (#"{"tls-key-file": "key"}"#, "'tls-certificate-file'"),
        (#"{"public-url": "http://desk.example.com"}"#, "--insecure"), (#"{"host": "0.0.0.0"}"#, "--insecure"),
        (#"{"insecure": "perhaps"}"#, "'insecure'"),
    ])
    func `A server start with a wrong setting ends with the name of the setting`(file: String, name: String) async throws {
        try await TestFolder.with { folder in
            let path = folder + "/settings.json"
            try file.write(toFile: path, atomically: true, encoding: .utf8)
            let (status, output) = try await ServerProcess.run(
                "serve", "--config", path, "--database", "host=\(folder)", in: folder)
            #expect(status == 1)
            #expect(output.contains(name), "\(output)")
            #expect(output.count(of: "\n") == 1)
        }
    }

    @Test func `A settings file can have each documented setting`() async throws {
        try await TestFolder.with { folder in
            let help = try await ServerProcess.run("help", "serve", in: folder).output
            let manual = try String(
                contentsOfFile: TestOffice.checkout + "/Sources/Server/desktap/desktap.docc/ServerSettings.md", encoding: .utf8)
            let names = Set(
                help.matches(of: /(?m)^ +--([a-z-]+)/).map { String($0.1) }
                    + manual.matches(of: /`((?:oidc|mail|push)-[a-z-]+)`/).map { String($0.1) }
            ).subtracting(["config", "help", "version"])
            #expect(names.isSuperset(of: ["public-url", "tls-client-ca", "max-connections", "oidc-issuer", "oidc-teams"]))
            for name in names {
                let path = folder + "/settings.json"
                try #"{"\#(name)": []}"#.write(toFile: path, atomically: true, encoding: .utf8)
                let (status, output) = try await ServerProcess.run("serve", "--config", path, in: folder)
                #expect(status == 1)
                // The setting is known; its value has the wrong type.
                #expect(output.hasPrefix("desktap: The setting '\(name)' in \(path) is not a "), "\(output)")
            }
        }
    }

    @Test(arguments: [
        ("host=/nonexistent password=s3cr3t", 0o644, true), ("postgresql://desktap:s3cr3t@localhost/desktap", 0o604, true),
        ("host=/nonexistent password=s3cr3t", 0o640, false), ("host=/nonexistent user=desktap", 0o644, false),
        ("postgresql:///desktap?host=/nonexistent", 0o644, false),
    ])
    func `A settings file with the database's password that other users can read is refused`(
        database: String, mode: Int, isRefused: Bool
    ) async throws {
        try await TestFolder.with { folder in
            let path = folder + "/settings.json"
            try #"{"database": "\#(database)"}"#.write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let (status, output) = try await ServerProcess.run("serve", "--config", path, in: folder)
            #expect(status == 1)
            #expect(output.contains("Run 'chmod o= \(path)'.") == isRefused, "\(output)")
            #expect(!output.contains("s3cr3t"))
        }
    }

    @Test(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"))
    func `An option overrides the environment, which overrides the settings file`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let path = folder + "/settings.json"
                try #"{"public-url": "https://file.example", "database": "\#(office.database.connectionString)"}"#
                    .write(toFile: path, atomically: true, encoding: .utf8)
                func link(_ options: [String], _ environment: [String: String] = [:]) async throws -> String {
                    try await ChildProcess.run(
                        [ServerProcess.program, "person", "link", "ada", "--config", path] + options, in: folder,
                        environment: environment)
                }
                let environment = ["DESKTAP_PUBLIC_URL": "https://environment.example/"]
                #expect(try await link([]).hasPrefix("https://file.example/sign-in/"))
                #expect(try await link([], environment).hasPrefix("https://environment.example/sign-in/"))
                #expect(
                    try await link(["--public-url", "https://option.example"], environment)
                        .hasPrefix("https://option.example/sign-in/"))
            }
        }
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Server under load` {
    @Test(arguments: [PostgresServer.StopMode.fast, .immediate])
    func `A server neither loses nor duplicates a tap when PostgreSQL restarts`(mode: PostgresServer.StopMode) async throws {
        try await PostgresServer.with { postgres in
            try await TestFolder.with { folder in
                let database = postgres.connectionString
                #expect(try await ServerProcess.run("migrate", "--database", database, in: folder).status == 0)
                #expect(try await ServerProcess.run("demo", "--days", "0", "--database", database, in: folder).status == 0)
                let key = try await ServerProcess.run("reader", "add", "door", "--database", database, in: folder).output
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                let server = try await ServerProcess.start(database: database, in: folder)

                let isOver = Flag()
                let outcomes = try await withThrowingTaskGroup(of: (acknowledged: [String], putOff: Int).self) { group in
                    for user in ["ada", "bo", "cy", "dai", "emi", "finn", "gita", "hugo"] {
                        let reader = ContinuousTapClient(port: server.port, key: key, user: user)
                        group.addTask { try await reader.tap { isOver.isSet } }
                    }
                    for _ in 0..<2 {
                        try await Task.sleep(for: .milliseconds(500))
                        try await postgres.restart(mode)
                    }
                    // Until each reader has stored a tap again.
                    let head = try await texts(database, "select max(seq)::text from event").first ?? ""
                    while try await texts(database, "select distinct person_id::text from event where seq > \(head)").count < 8
                    {
                        try await Task.sleep(for: .milliseconds(50))
                    }
                    isOver.set()
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(await server.stop() == 0)

                let acknowledged = outcomes.flatMap(\.acknowledged)
                let stored = try await texts(database, "select id from event")
                #expect(outcomes.allSatisfy { !$0.acknowledged.isEmpty })
                #expect(Set(acknowledged).isSubset(of: stored))
                // At most one unacknowledged tap of each reader, and the taps of the demo.
                #expect(stored.count - acknowledged.count <= 8 + 8)
            }
        }
    }

    @Test func `A server that is stopped answers pending requests, ends its streams and exits with 0`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let key = try await office.store.readers.addReader(name: "door")
                let server = try await ServerProcess.start(database: office.database.connectionString, in: folder)
                let reader = ContinuousTapClient(port: server.port, key: key, user: "ada")
                let isOver = Flag()
                let (tapping, stream) = (
                    Task { try await reader.tap { isOver.isSet } }, try await openStream(office, server)
                )
                try await stream.read(until: "Ada Lindqvist")

                // A tap that waits for the database while the server is stopped.
                let blocker = try await PostgresConnection.connect(
                    PostgresConfiguration(office.database.connectionString), queries: office.folder.queries)
                try await blocker.execute("begin; lock table log_record in exclusive mode")
                let late = RawConnection(port: server.port)
                let id = UUID().uuidString.lowercased()
                try late.send(
                    "POST /t?event=start&desk=6F-A2&user=bo&id=\(id) HTTP/1.1\r\nHost: x\r\n"
                        + "Authorization: Bearer \(key)\r\nContent-Length: 0\r\n\r\n")
                while try await office.value("select count(*)::text from pg_locks where not granted") == "0" {
                    try await Task.sleep(for: .milliseconds(10))
                }
                try await Task.sleep(for: .milliseconds(100))
                server.process.signal(SIGTERM)
                #expect(try await stream.readToEnd().hasSuffix("\r\n0\r\n\r\n"))
                try await blocker.execute("commit")
                await blocker.close()

                #expect(try await late.readToEnd().contains("HTTP/1.1 200 OK"))
                #expect(await server.process.wait() == 0)
                isOver.set()
                let acknowledged = try await tapping.value.acknowledged
                let stored = try await texts(office.database.connectionString, "select id from event")
                #expect(stored.contains(id))
                #expect(Set(acknowledged).isSubset(of: stored))
            }
        }
    }

    @Test func `A server that is stopped does not wait for unfinished requests or idle clients`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let server = try await ServerProcess.start(database: office.database.connectionString, in: folder)
                let halfSent = RawConnection(port: server.port)
                try halfSent.send("POST /api/taps HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n[")
                let silent = RawConnection(port: server.port)
                try silent.open()
                let stream = try await openStream(office, server)
                try await Task.sleep(for: .milliseconds(200))
                #expect(await server.stop() == 0)
                _ = (halfSent, silent, stream)
            }
        }
    }

    /// An event stream of Bo's browser.
    private func openStream(_ office: TestOffice, _ server: ServerProcess) async throws -> RawConnection {
        let bo = try await office.store.people.person(userName: "bo")
        let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
        let token = try await office.store.signInLinks.addSignInLink(for: bo.id, now: now).text
        let door = RawConnection(port: server.port)
        try door.send("POST /sign-in/\(token) HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        let answer = try await door.read(until: "\r\n\r\n")
        let cookie = try #require(answer.firstMatch(of: /desktap=[^;]+/)).output
        let stream = RawConnection(port: server.port)
        try stream.send("GET /api/presence/stream HTTP/1.1\r\nHost: x\r\nCookie: \(cookie)\r\n\r\n")
        try await stream.read(until: "event: snapshot")
        return stream
    }

    private func texts(_ database: String, _ query: String) async throws -> Set<String> {
        let connection = try await PostgresConnection.connect(
            PostgresConfiguration(database), queries: PostgresQueryCatalog([:]))
        let rows = try await connection.execute(query)
        await connection.close()
        return Set(try rows.map { try $0.get(0, as: String.self) })
    }
}

/// Set once, by one task for others.
private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
