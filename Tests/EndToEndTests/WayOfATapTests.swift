import Foundation
import FoundationNetworking
import TestOffice
import TestServers
import Testing

/// Everything is the real thing: a tag on a virtual reader, pcscd, desktap-reader, desktap, PostgreSQL, and the map in Chromium.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(5)))
struct `The way of a tap` {
    private static let python = ProcessInfo.processInfo.environment["DESKTAP_TEST_PYTHON"]

    @Test(
        .enabled(if: python != nil, "needs playwright: run scripts/test, or set DESKTAP_TEST_PYTHON to a Python that has it"),
        .enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)))
    func `goes from the tag to the map and into the export`() async throws {
        try await TestOffice.with { office in
            try await PcscServer.with { pcscd in try await tap(office, pcscd) }
        }
    }

    private func tap(_ office: TestOffice, _ pcscd: PcscServer) async throws {
        let folder = pcscd.folder
        let settings = [
            "DESKTAP_DATABASE": office.database.connectionString, "DESKTAP_RESOURCES": TestOffice.checkout,
            "DESKTAP_LOG_LEVEL": "warning",
        ]
        func administer(_ arguments: String...) async throws -> String {
            try await ChildProcess.run([builtProgram("desktap")] + arguments, in: folder, environment: settings)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let server = try ChildProcess([builtProgram("desktap"), "serve", "--port", "0"], in: folder, environment: settings)
        let url = "http://" + (try await server.waitForOutput("127.0.0.1:[0-9]+"))
        let tags = try ChildProcess(
            [builtProgram("virtual-reader"), "serve", "--vpcd-port", String(pcscd.port), "--socket", folder + "/tags"],
            in: folder)
        try await tags.waitForOutput("ready")
        let reader = try ChildProcess(
            [builtProgram("desktap-reader"), "run", "--server", url, "--user", "ada", "--queue", folder + "/queue"], in: folder,
            environment: pcscd.environment.merging(
                ["DESKTAP_READER_KEY": try await administer("reader", "add", "front door")]) { $1 })
        let browser = try ChildProcess(
            [
                Self.python ?? "", TestOffice.checkout + "/Tests/EndToEndTests/browser.py",
                try await administer("person", "link", "bo", "--public-url", url), url + "/map/6F", "6F-A3",
            ], in: folder, environment: ["HOME": folder])
        /// Lays a tag on the reader until it was read.
        func tap(_ event: String, on kind: String) async throws {
            let address = "\(url)/t?event=\(event)&desk=6F-A3"
            try await ChildProcess.run(
                [builtProgram("virtual-reader"), "tap", "--socket", folder + "/tags", "--kind", kind, address], in: folder)
        }

        try await browser.waitForOutput("seen free 6F-A3: free")
        try await tap("start", on: "ntag213")
        try await browser.waitForOutput("seen work 6F-A3: Ada Lindqvist, at work since")
        try await tap("pause", on: "slix")
        try await browser.waitForOutput("seen pause 6F-A3: Ada Lindqvist, on a break")
        try await tap("end", on: "ntag213")
        try await browser.waitForOutput("break\nseen free 6F-A3: free")

        let rows = try await export(url, signedInBy: try await administer("person", "link", "cy", "--public-url", url))
        #expect(rows.count == 4)
        for (row, kind) in zip(rows.dropFirst(), ["start", "pause", "end"]) {
            #expect(row.contains(",tap,ada,\(kind),"))
            #expect(row.hasSuffix(",Harbour Office,6F-A3,effective,,Ada Lindqvist,Asia/Tokyo,front door"))
        }

        for process in [browser, tags] { process.signal(SIGKILL) }
        for process in [reader, server] {
            process.signal(SIGTERM)
            let status = await process.wait()
            #expect(status == 0, "\(process.output)")
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
}
