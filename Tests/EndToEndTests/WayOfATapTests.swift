import Foundation
import FoundationNetworking
import TestOffice
import TestServers
import Testing

/// Everything is the real thing: a tag on a virtual reader, pcscd, desktap-reader, desktap, PostgreSQL, and the map in Chromium.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(5)))
struct `The way of a tap` {
    private static let python = ProcessInfo.processInfo.environment["DESKTAP_TEST_PYTHON"]

    @Test(.enabled(if: python != nil, "needs playwright: run scripts/test, or set DESKTAP_TEST_PYTHON to a Python that has it"))
    func `goes from the tag to the map and into the export`() async throws {
        try await TestFolder.with { folder in
            try await TestOffice.with { office in
                let settings = [
                    "DESKTAP_DATABASE": office.database.connectionString, "DESKTAP_RESOURCES": TestOffice.checkout,
                    "DESKTAP_LOG_LEVEL": "warning",
                ]
                func administer(_ arguments: String...) async throws -> String {
                    try await ChildProcess.run([Self.program("desktap")] + arguments, in: folder, environment: settings)
                        .trimmingCharacters(in: .whitespacesAndNewlines)
                }
                let server = try ChildProcess(
                    [Self.program("desktap"), "serve", "--port", "0"], in: folder, environment: settings)
                let url = "http://" + (try await server.waitForOutput("127.0.0.1:[0-9]+"))
                let box = try await ReaderBox(
                    in: folder, server: url, key: try await administer("reader", "add", "front door"))
                let browser = try ChildProcess(
                    [
                        Self.python ?? "", TestOffice.checkout + "/Tests/EndToEndTests/browser.py",
                        try await administer("person", "link", "bo", "--public-url", url), url + "/map/6F", "6F-A3",
                    ], in: folder, environment: ["HOME": folder])

                try await browser.waitForOutput("seen free 6F-A3: free")
                try await box.tap("\(url)/t?event=start&desk=6F-A3", on: "ntag213")
                try await browser.waitForOutput("seen work 6F-A3: Ada Lindqvist, at work since")
                try await box.tap("\(url)/t?event=pause&desk=6F-A3", on: "slix")
                try await browser.waitForOutput("seen pause 6F-A3: Ada Lindqvist, on a break")
                try await box.tap("\(url)/t?event=end&desk=6F-A3", on: "ntag213")
                try await browser.waitForOutput("break\nseen free 6F-A3: free")

                let rows = try await export(url, signedInBy: try await administer("person", "link", "cy", "--public-url", url))
                #expect(rows.count == 4)
                for (row, kind) in zip(rows.dropFirst(), ["start", "pause", "end"]) {
                    #expect(row.contains(",ada,Ada Lindqvist,\(kind),"))
                    #expect(row.contains("6F-A3,front door,effective"))
                }

                browser.signal(SIGKILL)
                for process in [box.agent, server] {
                    process.signal(SIGTERM)
                    #expect(await process.wait() == 0, "\(process.output)")
                }
            }
        }
    }

    /// HR's export of everything, in lines.
    private func export(_ url: String, signedInBy link: String) async throws -> [Substring] {
        // The session keeps the cookie that the link leaves.
        let session = URLSession(configuration: .ephemeral)
        var signIn = URLRequest(url: try #require(URL(string: link)))
        signIn.httpMethod = "POST"
        _ = try await session.data(for: signIn)
        let address = try #require(URL(string: url + "/api/export/events.csv?from=2020-01-01&to=2100-01-01"))
        let (data, response) = try await session.data(from: address)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        return String(decoding: data, as: UTF8.self).split(separator: "\r\n")
    }

    static func program(_ name: String) -> String { TestOffice.checkout + "/.build/debug/" + name }
}

/// A Linux box with an NFC reader: pcscd with a virtual reader, somebody who lays tags on it, and desktap-reader.
private struct ReaderBox {
    private let folder: String
    private let service: ChildProcess
    private let tags: ChildProcess
    let agent: ChildProcess

    init(in folder: String, server: String, key: String) async throws {
        self.folder = folder
        let virtualReader = `The way of a tap`.program("virtual-reader")
        let port = String(try freePorts(2))
        service = try ChildProcess(
            [virtualReader, "pcscd", "--folder", folder + "/pcsc", "--vpcd-port", port], in: folder)
        tags = try ChildProcess(
            [virtualReader, "serve", "--vpcd-port", port, "--socket", folder + "/tags"], in: folder)
        agent = try ChildProcess(
            [
                `The way of a tap`.program("desktap-reader"), "run", "--server", server, "--user", "ada", "--queue",
                folder + "/queue",
            ], in: folder,
            environment: ["DESKTAP_READER_KEY": key, "PCSCLITE_CSOCK_NAME": folder + "/pcsc/pcscd.comm"])
        try await tags.waitForOutput("ready")
    }

    /// Lays a tag with this address on the reader until it was read.
    func tap(_ address: String, on kind: String) async throws {
        try await ChildProcess.run(
            [`The way of a tap`.program("virtual-reader"), "tap", "--socket", folder + "/tags", "--kind", kind, address],
            in: folder)
    }
}
