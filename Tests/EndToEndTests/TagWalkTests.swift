import Foundation
import TestServers
import Testing
import VirtualReader

/// Tags from the desk list to the detection of a copy, and the enrolment of a badge, with the real programs.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .timeLimit(.minutes(10)))
struct `Tags and badges, end to end` {
    @Test(.enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)))
    func `A provisioned tag proves its certificate, and its copy is detected`() async throws {
        try await RunningOffice.with { office in
            try await PcscServer.with { pcscd in try await tag(office, pcscd) }
        }
    }

    private func tag(_ office: RunningOffice, _ pcscd: PcscServer) async throws {
        let list = pcscd.folder + "/tags.csv"
        try await office.desktap("tags", "csv", "--public-url", office.url)
            .write(toFile: list, atomically: true, encoding: .utf8)
        let reader = VirtualReader(port: pcscd.port)
        let provisioning = try ChildProcess(
            [
                builtProgram("desktap-reader"), "tag", "provision", "--server", office.url, "--from", list, "--desk", "6F-A3",
            ], in: pcscd.folder,
            environment: pcscd.environment.merging(
                ["DESKTAP_READER_PERSONAL_KEY": try await office.desktap("person", "key", "lea", "--tags")]) { $1 })
        try await provisioning.waitForOutput("6F-A3 start. Place the next tag")
        try reader.insert(try TagModel.slix2.blank(number: 1))
        try await provisioning.waitForOutput("6F-A3 start provisioned")
        #expect(await provisioning.wait() == 0, "\(provisioning.output)")
        let made = try reader.remove()
        let message = try #require(made.content.message).bytes

        let running = try await office.reader("desk box", ["--user", "ada"], on: pcscd)
        try await reader.replace(with: made)
        try await running.waitForOutput("recorded +start 6F-A3")
        #expect(try await proofs(office) == ["certificate"])
        // The same bytes on a tag with another UID.
        let copy = try TagModel.slix2.tag(holding: message, number: 2)
        try await reader.replace(with: copy)
        try await running.waitForOutput("(?s)(recorded +start 6F-A3.*){2}")
        #expect(try await proofs(office) == ["certificate", "tag_copied"])

        let page = try await office.browse("look", try await office.link(for: "lea"), office.url + "/admin/tags")
        let uids = [made, copy].map { $0.uid.map { String(format: "%02X", $0) }.joined() }
        #expect(page.contains("Copied tag 6F-A3, clock-in"), "\(page)")
        #expect(
            page.contains("read as UID \(uids[1]) at reader “desk box”. The tag’s certificate is for another tag"),
            "\(page)")
        #expect(page.contains(uids[0]) && page.contains("certified"), "\(page)")
        #expect(await running.stop() == 0, "\(running.output)")
    }

    /// The flag or else the proof of each tap, in order of recording.
    private func proofs(_ office: RunningOffice) async throws -> [Substring] {
        let proofs = try await office.office.value(
            """
            select string_agg(coalesce(flag, proof), ' ' order by event.seq)
              from log_place join event on event.seq = log_place.seq
            """)
        return (proofs ?? "").split(separator: " ")
    }

    /// The browser has a stand-in for the phone's NFC reader.
    @Test(.enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)))
    func `A phone writes the tags of a floor one after the other, and continues where it stopped`() async throws {
        try await RunningOffice.with { office in
            let uid = "0400000000000A"
            try await office.office.execute(
                """
                insert into tag (uid, office_id, desk, event, made_at) select '\\x\(uid)', id, '6F-A1', 'start', now() from office
                """)
            let seen = try await office.browse("write_tags", office.url, try await office.link(for: "lea"))
            struct Tag: Decodable {
                struct Record: Decodable { let data: String }

                let records: [Record]
                let isLocked: Bool?
            }
            let tags = try JSONDecoder().decode([String: Tag].self, from: Data(seen.utf8))
            for (number, desk) in [(1, 1), (2, 2), (3, 3), (4, 5), (5, 6)] {
                let tag = try #require(tags["04A35C0000000\(number)"])
                let word = try await office.office.value(
                    "select rtrim(translate(encode(word, 'base64'), '+/', '-_'), '=') from tag where uid = '\\x04A35C0000000\(number)' and retired_at is null"
                )
                let paths = tag.records.map { $0.data.replacing(/^http:..127.0.0.1:[0-9]+/, with: "") }
                #expect(paths == ["/t?event=start&desk=6F-A\(desk)&k=\(word ?? "")"])
                #expect((tag.isLocked == true) == (number > 3))
            }
            #expect(tags["04A35C00000009"]?.records.isEmpty == true && tags[uid]?.records.isEmpty == true)
            let written = "select string_agg(desk, ' ' order by desk) from tag where written_at is not null"
            #expect(try await office.office.value(written) == "6F-A1 6F-A2 6F-A3 6F-A5 6F-A6")
        }
    }

    @Test func `A badge records taps of the person for whom it was enrolled`() async throws {
        try await RunningOffice.with { office in
            try await PcscServer.with { pcscd in
                let running = try await office.reader("front door", ["--desk", "6F-A3"], on: pcscd)
                let reader = VirtualReader(port: pcscd.port)
                let badge = try BadgeCard(.feliCa, uid: [1, 0x27, 3, 4, 5, 6, 7, 8])
                try reader.insert(badge)
                try await running.waitForOutput("refused +start 6F-A3 .*unknown_badge")
                async let enrolling: Void = office.office.enrolBadge(for: "ada", at: "front door")
                let waiting = "select count(*)::text from badge_enrolment where closed_at is null"
                while try await office.office.value(waiting) != "1" { try await Task.sleep(for: .milliseconds(20)) }
                try await reader.replace(with: badge)
                try await running.waitForOutput("enrolled +.*Ada Lindqvist")
                try await enrolling
                try await reader.replace(with: badge)
                try await running.waitForOutput("recorded +start 6F-A3")
                #expect(try await office.office.state(of: "ada") == .work)
                #expect(try await office.office.value("select kind from badge") == "felica")
                #expect(await running.stop() == 0, "\(running.output)")
            }
        }
    }
}
