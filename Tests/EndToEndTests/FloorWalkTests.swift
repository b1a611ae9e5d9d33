import Foundation
import TestServers
import Testing

/// The floor editor in Chromium, with the real server.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `A floor, end to end` {
    @Test func `A floor is drawn and published with mouse and keyboard`() async throws {
        try await RunningOffice.with { office in
            let pictures = ProcessInfo.processInfo.environment["DESKTAP_TEST_PICTURES"] ?? ""
            let seen = try await office.browse(
                "floor", office.url, try await office.link(for: "lea"), try await office.link(for: "ada"), pictures)
            #expect(seen.contains("all done"), "\(seen)")
        }
    }

    @Test func `Commands export a floor and import all of it or nothing`() async throws {
        try await RunningOffice.with { office in
            let (csv, json) = (office.folder + "/6F.csv", office.folder + "/6F.json")
            try await office.desktap("floor", "export", "6F", "--output", csv)
            try await office.desktap("floor", "export", "6F", "--format", "json", "--output", json)
            let same = try await office.desktap("floor", "import", "6F", json)
            #expect(same == "6F: Desks: 0 added, 0 changed, 0 removed, 8 unchanged.")
            let lines = try String(contentsOfFile: csv, encoding: .utf8)
            #expect(lines.hasPrefix("desk,x,y,width,height,rotation,out_of_service,monitor,height_adjustable\r\n6F-A1,130,40,"))
            try (lines + "6F-A9,0,300,,,90,lamp,yes,no\r\n").write(toFile: csv, atomically: true, encoding: .utf8)
            let looked = try await office.desktap("floor", "import", "6F", csv, "--dry-run")
            #expect(looked == "6F: Desks: 1 added, 0 changed, 0 removed, 8 unchanged. Nothing was changed.")
            #expect(try await office.office.value("select count(*)::text from desk where floor = '6F'") == "8")
            _ = try await office.desktap("floor", "import", "6F", csv)
            #expect(
                try await office.office.value("select out_of_service || has_monitor::text from desk where id = '6F-A9'")
                    == "lamptrue")
            try (lines + "6F-A9,135,45,,,,,,\r\n7F-A1,0,0,,,,,,\r\n")
                .write(toFile: csv, atomically: true, encoding: .utf8)
            let wrong = try office.starting(desktap: "floor", "import", "6F", csv)
            #expect(await wrong.wait() == 1)
            for line in ["line 10: 6F-A9 overlaps 6F-A1.", "line 11: 7F-A1 is already on floor 7F."] {
                #expect(wrong.output.contains(line), "\(wrong.output)")
            }
        }
    }
}
