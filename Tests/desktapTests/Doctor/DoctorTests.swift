import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(2)))
struct `Doctor command` {
    private struct Report: Decodable {
        struct Finding: Decodable {
            let check, result, detail: String
        }

        let passed: Bool
        let findings: [Finding]

        /// The result of a check, and its detail if it contains `text`.
        func has(_ check: String, _ result: String, _ text: String = "") -> Bool {
            findings.contains { $0.check == check && $0.result == result && (text.isEmpty || $0.detail.contains(text)) }
        }
    }

    private static func report(
        _ database: String, in folder: String, environment: [String: String] = [:], _ options: [String] = []
    ) async throws -> (status: Int32, report: Report) {
        let done = try await ServerProcess.run(
            ["doctor", "--json", "--database", database] + options, in: folder,
            environment: ["PCSCLITE_CSOCK_NAME": ""].merging(environment) { $1 })
        let line = done.output.split(separator: "\n").first { $0.hasPrefix("{") }
        return (
            done.status, try JSONDecoder().decode(Report.self, from: Data((try #require(line, "\(done.output)")).utf8))
        )
    }

    /// Waits until a server answers, so that its public address does.
    private static func withServer(
        _ office: TestOffice, in folder: String, environment: [String: String] = [:], _ body: (String) async throws -> Void
    ) async throws {
        let server = try await ServerProcess.start(
            database: office.database.connectionString, in: folder, environment: environment)
        try await body("http://127.0.0.1:\(server.port)")
        #expect(await server.stop() == 0)
    }

    private static func withProxy(
        to url: String, _ way: String, in folder: String, _ body: (String) async throws -> Void
    ) async throws {
        let program = TestOffice.checkout + "/Tests/desktapTests/Doctor/forwarding_proxy.py"
        let port = url.split(separator: ":").last.map(String.init) ?? ""
        let proxy = try ChildProcess(["python3", program, port, way], in: folder)
        let line = try await proxy.waitForOutput(#"port \d+"#)
        try await body("http://127.0.0.1:" + line.dropFirst(5))
        proxy.signal(SIGTERM)
        _ = await proxy.wait()
    }

    @Test func `A running server passes, and the doctor names what could be better`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                try await Self.withServer(office, in: folder) { (url) async throws in
                    let (status, report) = try await Self.report(
                        office.database.connectionString, in: folder, environment: ["DESKTAP_PUBLIC_URL": url])
                    #expect(status == 0 && report.passed, "\(report)")
                    for check in ["settings", "schema", "secret", "time-zones", "user-names", "address", "disk"] {
                        #expect(report.has(check, "ok"))
                    }
                    #expect(report.has("database", "warning", "fsync"))
                    #expect(report.has("role", "warning", "is a superuser"))
                    #expect(report.has("backup", "warning", "No backup is proven."))
                    #expect(
                        report.has("provider", "skipped") && report.has("proxy", "skipped")
                            && report.has("certificate", "skipped") && report.has("mail", "skipped")
                            && report.has("database-tls", "skipped", "on this machine"))
                    #expect(report.findings.count == 18)
                    let plain = try await ServerProcess.run(
                        ["doctor", "--database", office.database.connectionString], in: folder,
                        environment: ["DESKTAP_PUBLIC_URL": url])
                    #expect(plain.output.contains("ok\tsecret\t"), "\(plain.output)")
                }
            }
        }
    }

    @Test(arguments: [
        ("", "warning", "sslmode=prefer"), (" sslmode=require", "warning", "sslmode=verify-full"),
        (" sslmode=verify-full", "ok", ""),
    ])
    func `The doctor warns of a database on another machine whose certificate is not checked`(
        mode: String, result: String, text: String
    ) async throws {
        try await TestFolder.with { folder in
            // No machine has this address, and no attempt takes long.
            let (status, report) = try await Self.report("host=255.255.255.255 dbname=desktap" + mode, in: folder)
            #expect(status == 1 && report.has("database", "failed"))
            #expect(report.has("database-tls", result, text), "\(report)")
        }
    }

    @Test func `Without a database or a server, the doctor checks the rest`() async throws {
        try await TestFolder.with { folder in
            let (status, report) = try await Self.report(
                "host=\(folder)", in: folder, environment: ["DESKTAP_PUBLIC_URL": "http://127.0.0.1:1"])
            #expect(status == 1 && !report.passed)
            #expect(report.has("database", "failed", "Start PostgreSQL"))
            #expect(report.has("schema", "skipped") && report.has("clock", "skipped"))
            #expect(report.has("address", "failed", "http://127.0.0.1:1 does not answer"))
            #expect(report.has("anchor", "warning"))
            let without = try await Self.report(
                "host=\(folder)", in: folder,
                environment: [
                    "DESKTAP_PUBLIC_URL": "http://127.0.0.1:1", "DESKTAP_ANCHORS": "no",
                    "DESKTAP_MAIL_SERVER": "smtp://127.0.0.1:1", "DESKTAP_MAIL_FROM": "desk@example.com",
                ])
            #expect(without.report.has("anchor", "skipped"))
            #expect(without.report.has("mail", "failed", "127.0.0.1 cannot be reached at port 1 (Connection refused)"))
        }
    }

    /// A change of the database, and the finding that it causes.
    static let changes: [(String, check: String, result: String, text: String)] = [
        ("insert into schema_version (number, name, required_migration) values (9999, 'x', 9999)", "schema", "failed", "newer"),
        ("alter database :name set default_transaction_read_only = on", "database", "failed", "accepts no writes"),
        ("update office_settings set time_zone = 'Mars/Olympus'", "time-zones", "failed", "Mars/Olympus"),
        ("insert into server_secret (fingerprint) values (sha256('x'))", "secret", "failed", "secret"),
    ]

    @Test(arguments: changes.indices)
    func `The doctor finds what does not fit the database`(index: Int) async throws {
        let change = Self.changes[index]
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let name = try await office.value("select quote_ident(current_database())") ?? ""
                try await office.execute(change.0.replacing(":name", with: name))
                let (status, report) = try await Self.report(office.database.connectionString, in: folder)
                #expect(status == 1)
                #expect(report.has(change.check, change.result, change.text), "\(report)")
            }
        }
    }

    @Test func `The doctor names people who have one user name in two spellings`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                try await office.execute("alter table person disable trigger keep_new_user_name_apart")
                try await office.execute(
                    """
                    insert into person (user_name, display_name, office_id)
                    values (U&'andr\\00E9', 'André One', 1), (U&'andre\\0301', 'André Two', 1)
                    """)
                let (_, report) = try await Self.report(office.database.connectionString, in: folder)
                #expect(report.has("user-names", "warning", "(André One) and andre\u{301} (André Two)"), "\(report)")
            }
        }
    }

    @Test func `A role without rights, and a secret that others can read, are failures`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let role = "doctor_\(UInt32.random(in: 0...UInt32.max))"
                try await office.execute("create role \(role) login; grant pg_read_all_data to \(role)")
                try Data(repeating: 1, count: 32).write(to: URL(filePath: folder + "/secret"))
                chmod(folder + "/secret", 0o644)
                let database = office.database.connectionString
                let (status, report) = try await Self.report(
                    database.replacing(/user=\S+/, with: "user=\(role)"), in: folder)
                #expect(status == 1)
                #expect(report.has("role", "failed", "may not record taps"), "\(report)")
                #expect(report.has("secret", "failed", "chmod 600"))
                try await office.execute("drop owned by \(role); drop role \(role)")
            }
        }
    }

    @Test func `The doctor finds a proxy that tells no addresses, and one that the server does not know`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let database = office.database.connectionString
                let trusting = ["DESKTAP_TRUSTED_PROXIES": "127.0.0.1"]
                func report(_ url: String, _ settings: [String: String]) async throws -> Report {
                    try await Self.report(
                        database, in: folder, environment: settings.merging(["DESKTAP_PUBLIC_URL": url]) { $1 }
                    ).report
                }
                try await Self.withServer(office, in: folder, environment: trusting) { (url) async throws in
                    // The doctor itself is where the proxy should be.
                    #expect(try await report(url, trusting).has("proxy", "failed", "without the header"))
                    try await Self.withProxy(to: url, "replace", in: folder) { (proxy) async throws in
                        #expect(try await report(proxy, trusting).has("proxy", "skipped", "on a trusted machine"))
                    }
                    try await Self.withProxy(to: url, "set", in: folder) { (proxy) async throws in
                        #expect(try await report(proxy, trusting).has("proxy", "ok"))
                    }
                    try await Self.withProxy(to: url, "pass", in: folder) { (proxy) async throws in
                        #expect(try await report(proxy, trusting).has("proxy", "failed", "can claim any address"))
                    }
                }
                try await Self.withServer(office, in: folder) { (url) async throws in
                    try await Self.withProxy(to: url, "replace", in: folder) { (proxy) async throws in
                        #expect(try await report(proxy, [:]).has("proxy", "failed", "'trusted-proxies' is not set"))
                    }
                }
                for other in [
                    ["DESKTAP_TRUSTED_PROXIES": "10.0.0.1"],
                    trusting.merging(["DESKTAP_TRUSTED_PROXY_HEADER": "forwarded"]) { $1 },
                ] {
                    try await Self.withServer(office, in: folder, environment: other) { (url) async throws in
                        try await Self.withProxy(to: url, "set", in: folder) { (proxy) async throws in
                            #expect(try await report(proxy, other).has("proxy", "failed", "ignores the proxy's header"))
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [
        (#"{"metrics-port": 8080}"#, "both 8080"), (#"{"port": 70000}"#, "'port'"), ("{", "not a JSON object"),
        (#"{"metric-port": 1}"#, "Did you mean 'metrics-port'?"),
    ])
    func `A wrong setting is the only finding`(settings: String, text: String) async throws {
        try await TestFolder.with { folder in
            try Data(settings.utf8).write(to: URL(filePath: folder + "/settings.json"))
            let (status, report) = try await Self.report(
                "host=\(folder)", in: folder, ["--config", folder + "/settings.json"])
            #expect(status == 1 && report.findings.count == 1 && report.has("settings", "failed", text), "\(report)")
        }
    }

    @Test func `A backup check that did not pass is a failure`() async throws {
        try await TestFolder.with { folder in
            let report =
                #"{"passed":false,"anchor":"1:a","anchoredAt":"","findings":[{"check":"head","result":"failed","detail":""}]}"#
            try Data(report.utf8).write(to: URL(filePath: folder + "/backup-check.json"))
            let found = try await Self.report("host=\(folder)", in: folder).report
            #expect(found.has("backup", "failed", "did not pass: head."), "\(found)")
        }
    }

    @Test(arguments: [(3, "warning", "expires at"), (90, "ok", "valid until")])
    func `The doctor reads the certificate`(days: Int, result: String, text: String) async throws {
        try await TestFolder.with { folder in
            let made = try await ChildProcess(
                [
                    "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                    "\(days)", "-subj", "/CN=localhost", "-keyout", folder + "/key.pem", "-out", folder + "/cert.pem",
                ], in: folder
            ).wait()
            #expect(made == 0)
            chmod(folder + "/key.pem", 0o600)
            let tls = [
                "DESKTAP_TLS_CERTIFICATE_FILE": folder + "/cert.pem", "DESKTAP_TLS_KEY_FILE": folder + "/key.pem",
                "DESKTAP_PUBLIC_URL": "https://127.0.0.1:1",
            ]
            let report = try await Self.report("host=\(folder)", in: folder, environment: tls).report
            #expect(report.has("certificate", result, text), "\(report)")
            let other = try await Self.report(
                "host=\(folder)", in: folder, environment: tls.merging(["DESKTAP_TLS_KEY_FILE": folder + "/none"]) { $1 })
            #expect(other.status == 1 && other.report.has("settings", "failed", "/none cannot be read"))
        }
    }

    @Test func `The doctor finds out whether the smart card service answers`() async throws {
        try await TestFolder.with { folder in
            func pcscd(_ socket: String) async throws -> Report {
                try await Self.report("host=\(folder)", in: folder, environment: ["PCSCLITE_CSOCK_NAME": socket]).report
            }
            #expect(try await pcscd(folder + "/nobody").has("pcscd", "failed", "pcscd.socket"))
            let listener = try ChildProcess(
                [
                    "python3", "-c",
                    "import socket, sys, time; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); "
                        + "print('listens', flush=True); time.sleep(60)", folder + "/pcscd",
                ], in: folder)
            try await listener.waitForOutput("listens")
            #expect(try await pcscd(folder + "/pcscd").has("pcscd", "ok"))
            listener.signal(SIGTERM)
            _ = await listener.wait()
        }
    }
}
