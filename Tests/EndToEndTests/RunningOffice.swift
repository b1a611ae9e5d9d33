import Foundation
import FoundationNetworking
import TestOffice
import TestServers
import Testing

/// A test office with a running server and a folder for files. Tests use it through the programs.
struct RunningOffice {
    let office: TestOffice
    let folder: String
    let server: ChildProcess
    let url: String

    static let python = ProcessInfo.processInfo.environment["DESKTAP_TEST_PYTHON"]
    static let pythonHelp = "needs playwright: run scripts/test, or set DESKTAP_TEST_PYTHON to a Python that has it"

    /// Lends the office.
    /// - Parameter settings: environment variables of the server.
    static func with(
        settings: [String: String] = [:], _ body: (RunningOffice) async throws -> Void
    ) async throws {
        try await TestFolder.with { folder in
            try await TestOffice.with { office in
                let server = try ChildProcess(
                    [builtProgram("desktap"), "serve"], in: folder,
                    environment: Self.settings(office).merging(["DESKTAP_PORT": "0"]) { $1 }.merging(settings) { $1 })
                let address = try await server.waitForOutput("127.0.0.1:[0-9]+")
                try await body(RunningOffice(office: office, folder: folder, server: server, url: "http://" + address))
            }
        }
    }

    private static func settings(_ office: TestOffice) -> [String: String] {
        [
            "DESKTAP_DATABASE": office.database.connectionString, "DESKTAP_RESOURCES": TestOffice.checkout,
            "DESKTAP_LOG_LEVEL": "warning", "DESKTAP_SECRET_FILE": office.secretFile,
        ]
    }

    /// Runs a `desktap` command to its end.
    /// - Parameter settings: environment variables.
    @discardableResult
    func desktap(settings: [String: String] = [:], _ arguments: String...) async throws -> String {
        let environment = Self.settings(office).merging(settings) { $1 }
        return try await ChildProcess.run([builtProgram("desktap")] + arguments, in: folder, environment: environment)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Starts another server on the port of `url`.
    func serving(on url: String) throws -> ChildProcess {
        try starting(desktap: "serve", "--port", String(url.split(separator: ":").last ?? ""))
    }

    /// Starts a `desktap` command.
    func starting(desktap arguments: String...) throws -> ChildProcess {
        try ChildProcess([builtProgram("desktap")] + arguments, in: folder, environment: Self.settings(office))
    }

    /// A sign-in link.
    func link(for user: String) async throws -> String {
        try await desktap("person", "link", user, "--public-url", url)
    }

    /// Starts `desktap-reader run`.
    func reader(_ name: String, _ arguments: [String], on pcscd: PcscServer) async throws -> ChildProcess {
        let reader = try ChildProcess(
            [builtProgram("desktap-reader"), "run", "--server", url, "--queue", pcscd.folder + "/queue"] + arguments,
            in: pcscd.folder,
            environment: pcscd.environment.merging(
                ["DESKTAP_READER_KEY": try await desktap("reader", "add", name)]) { $1 })
        try await reader.waitForOutput("reader +" + pcscd.readers[0])
        return reader
    }

    /// Starts one of the scripts in `Browser/`.
    func browsing(_ script: String, _ arguments: String...) async throws -> ChildProcess {
        try ChildProcess(
            [Self.python ?? "", "\(TestOffice.checkout)/Tests/EndToEndTests/Browser/\(script).py"] + arguments, in: folder,
            environment: try await browserSettings())
    }

    /// Runs one of the scripts in `Browser/` to its end.
    func browse(_ script: String, _ arguments: String...) async throws -> String {
        try await ChildProcess.run(
            [Self.python ?? "", "\(TestOffice.checkout)/Tests/EndToEndTests/Browser/\(script).py"] + arguments, in: folder,
            environment: try await browserSettings())
    }

    /// The environment of the scripts. Also writes the current list of tags, which they read.
    private func browserSettings() async throws -> [String: String] {
        let tags = folder + "/tags.csv"
        try await desktap("tags", "csv", "--public-url", url).write(toFile: tags, atomically: true, encoding: .utf8)
        return ["HOME": folder, "PYTHONDONTWRITEBYTECODE": "1", "DESKTAP_TAGS": tags]
    }

    /// The lines of HR's export of the current days.
    func export() async throws -> [Substring] {
        // The URL session stores the cookie of the sign-in.
        let session = URLSession(configuration: .ephemeral)
        var signIn = URLRequest(url: try #require(URL(string: try await link(for: "cy"))))
        signIn.httpMethod = "POST"
        _ = try await session.data(for: signIn)
        let days = [-2.0, 2].map { Date.now.addingTimeInterval($0 * 86_400).formatted(.iso8601.year().month().day()) }
        let address = try #require(URL(string: url + "/api/export/events.csv?from=\(days[0])&to=\(days[1])"))
        let (data, response) = try await session.data(from: address)
        let text = String(decoding: data, as: UTF8.self)
        try #require((response as? HTTPURLResponse)?.statusCode == 200, "\(text)")
        return text.split(separator: "\r\n")
    }
}

extension ChildProcess {
    /// Sends SIGTERM and waits for the end.
    /// - Returns: the exit status.
    func stop() async -> Int32 {
        signal(SIGTERM)
        return await wait()
    }
}
