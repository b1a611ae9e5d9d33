import Foundation
import TestServers
import Testing

/// A tag on a virtual reader, with real pcscd, desktap-reader, desktap, PostgreSQL, and the map in Chromium.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)),
    .enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .timeLimit(.minutes(10)))
struct `A tap on a reader, end to end` {
    @Test func `A tap on a reader appears on the map and in the export`() async throws {
        try await RunningOffice.with { office in
            try await PcscServer.with { pcscd in try await tap(office, pcscd) }
        }
    }

    private func tap(_ office: RunningOffice, _ pcscd: PcscServer) async throws {
        let tags = try ChildProcess(
            [
                builtProgram("virtual-reader"), "serve", "--vpcd-port", String(pcscd.port), "--socket", pcscd.folder + "/tags",
            ], in: pcscd.folder)
        try await tags.waitForOutput("ready")
        let reader = try await office.reader("front door", ["--user", "ada"], on: pcscd)
        let browser = try await office.browsing(
            "watch_desk", try await office.link(for: "bo"), office.url + "/map/6F", "6F-A3")
        /// Puts a tag on the reader until it was read.
        func tap(_ event: String, on kind: String) async throws {
            let address = "\(office.url)/t?event=\(event)&desk=6F-A3"
            try await ChildProcess.run(
                [builtProgram("virtual-reader"), "tap", "--socket", pcscd.folder + "/tags", "--kind", kind, address],
                in: pcscd.folder)
        }

        try await browser.waitForOutput("seen free 6F-A3: free")
        try await tap("start", on: "ntag213")
        try await browser.waitForOutput("seen work 6F-A3: Ada Lindqvist, at work since")
        try await tap("pause", on: "slix")
        try await browser.waitForOutput("seen pause 6F-A3: Ada Lindqvist, on a break since")
        try await tap("end", on: "ntag213")
        try await browser.waitForOutput("on a break since [0-9:]+\nseen free 6F-A3: free")

        let rows = try await office.export()
        #expect(rows.count == 4)
        for (row, kind) in zip(rows.dropFirst(), ["start", "pause", "end"]) {
            #expect(row.contains(",tap,ada,\(kind),"))
            #expect(row.hasSuffix(",Harbour Office,6F-A3,effective,,Ada Lindqvist,Asia/Tokyo,front door"))
        }

        for process in [browser, tags] { process.signal(SIGKILL) }
        for process in [reader, office.server] { #expect(await process.stop() == 0, "\(process.output)") }
    }
}
