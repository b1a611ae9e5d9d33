import Foundation
import FoundationNetworking
import TestOffice
import TestServers
import Testing

/// Schemathesis reads the parameters and answers of all addresses, and sends valid and invalid requests.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `Addresses under attack` {
    /// Excluded, because a response without an end would block the program.
    private static let streams = "/stream$"
    /// The number of administrators. Most addresses need one, and each may write once per second.
    private static let administrators = 30

    /// The number of generated requests for each address; `DESKTAP_ATTACK_EXAMPLES=60` takes some minutes.
    private static let examples = ProcessInfo.processInfo.environment["DESKTAP_ATTACK_EXAMPLES"] ?? "4"

    @Test func `API addresses give only documented answers to generated requests`() async throws {
        try await RunningOffice.with { office in try await attack(office, document: office.url + "/openapi.yaml") }
    }

    @Test func `Pages and forms give only listed answers to generated requests`() async throws {
        try await RunningOffice.with { office in
            let document = office.folder + "/pages.json"
            let process = try ChildProcess(
                [try #require(RunningOffice.python), Self.attacks + "/expand.py", document], in: office.folder,
                environment: ["PYTHONDONTWRITEBYTECODE": "1"])
            #expect(await process.wait() == 0, "\(process.output)")
            try await attack(office, document: document)
        }
    }

    private static let attacks = TestOffice.checkout + "/Tests/EndToEndTests/Attacks"

    private func attack(_ office: RunningOffice, document: String) async throws {
        let python = URL(filePath: try #require(RunningOffice.python))
        let process = try ChildProcess(
            [
                // It creates a folder in its working directory.
                "env", "-C", office.folder, python.deletingLastPathComponent().path + "/schemathesis", "run",
                document, "--url", office.url, "--exclude-path-regex", Self.streams, "--phases",
                "examples,coverage,fuzzing", "--max-examples", Self.examples, "--seed", "20261121", "--checks",
                "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
                "--max-redirects", "0", "--generation-database", "none", "--suppress-health-check", "all", "--no-shrink",
                "--continue-on-failure", "--warnings", "off", "--no-color",
            ], in: office.folder,
            environment: [
                "SCHEMATHESIS_HOOKS": Self.attacks + "/hooks.py", "PYTHONDONTWRITEBYTECODE": "1", "HOME": office.folder,
                "DESKTAP_SENDERS": try await senders(office),
            ])
        let status = await process.wait()
        #expect(status == 0, "\(process.output)")
        #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
    }

    /// The headers of all kinds of clients as JSON.
    private func senders(_ office: RunningOffice) async throws -> String {
        var senders: [[String: String]] = [[:]]
        func add(_ key: String) { senders.append(["Authorization": "Bearer \(key)"]) }
        for user in ["ada", "bo", "cy"] { add(try await office.desktap("person", "key", user)) }
        add(try await office.desktap("reader", "add", "front door"))
        add(try await office.desktap("scim-key", "add", "Entra", "--office", "Harbour Office"))
        try await office.office.execute(
            """
            with root as (
                insert into person (user_name, display_name, role, office_id)
                select 'root' || n, 'Root ' || n, 'administrator', min(id) from office, generate_series(1, \(Self.administrators)) n
                group by n returning id, user_name)
            insert into person_key (person_id, key_hash, made_at)
            select id, sha256(convert_to('key-of-' || user_name, 'UTF8')), now() from root
            """)
        // Keys are accepted everywhere except at addresses for browsers only.
        for number in 1...Self.administrators { add("key-of-root\(number)") }
        for user in ["root1", "root2", "ada"] {
            senders.append(["Cookie": try await cookie(try await office.link(for: user), office)])
        }
        return String(decoding: try JSONEncoder().encode(senders), as: UTF8.self)
    }

    /// Signs in with a personal link. Returns the cookie.
    private func cookie(_ link: String, _ office: RunningOffice) async throws -> String {
        let session = URLSession(configuration: .ephemeral)
        var signIn = URLRequest(url: try #require(URL(string: link)))
        signIn.httpMethod = "POST"
        _ = try await session.data(for: signIn)
        let cookies = session.configuration.httpCookieStorage?.cookies ?? []
        let cookie = try #require(cookies.first { $0.name == "desktap" }, "\(cookies)")
        return "\(cookie.name)=\(cookie.value)"
    }
}
