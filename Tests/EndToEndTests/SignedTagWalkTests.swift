import Foundation
import TestServers
import Testing
import VirtualReader

/// A tag that signs its address, from the blank NTAG 424 DNA back to the factory state, with the real programs.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .timeLimit(.minutes(10)))
struct `Tags that sign, end to end` {
    /// An office with a reader, on which a new tag lies.
    private struct Station {
        let office: RunningOffice
        let pcscd: PcscServer
        let reader: VirtualReader
        private let key: String

        static func with(_ body: (Station) async throws -> Void) async throws {
            try await RunningOffice.withPhones { office in
                try await PcscServer.with { pcscd in
                    let reader = VirtualReader(port: pcscd.port)
                    try reader.insert(try TagModel.ntag424.blank())
                    try await body(try await Station(office, pcscd, reader))
                }
            }
        }

        init(_ office: RunningOffice, _ pcscd: PcscServer, _ reader: VirtualReader) async throws {
            (self.office, self.pcscd, self.reader) = (office, pcscd, reader)
            key = try await office.desktap("person", "key", "lea", "--tags")
        }

        /// Starts `desktap-reader tag provision` or `reset`.
        func starting(_ arguments: [String]) throws -> ChildProcess {
            try ChildProcess(
                [builtProgram("desktap-reader"), "tag"] + arguments + ["--server", office.url], in: pcscd.folder,
                environment: pcscd.environment.merging(["DESKTAP_READER_PERSONAL_KEY": key]) { $1 })
        }

        static let provision = ["provision", "--event", "start", "--desk", "6F-A3"]

        /// The number of the master key by which the tag has its latest keys.
        func masterKey() async throws -> String? {
            try await office.office.value("select master::text from tag_key order by generation desc limit 1")
        }

        /// Runs `desktap-reader tag provision`.
        /// - Returns: the version of the keys on the tag.
        @discardableResult
        func provision(_ more: String...) async throws -> UInt8 {
            let process = try starting(Self.provision + more)
            #expect(await process.wait() == 0, "\(process.output)")
            #expect(process.output.contains(/result +signing/), "\(process.output)")
            return try chip.key(0).version
        }

        var chip: NTAG424Chip { get throws { try #require(reader.tag as? NTAG424Chip) } }

        /// The address that the tag gives to a phone.
        func read() async throws -> String {
            let output = try await ChildProcess.run(
                [builtProgram("desktap-reader"), "tag", "read", "--json"], in: pcscd.folder, environment: pcscd.environment)
            return String(try #require(output.firstMatch(of: /"uri":"([^"]+)"/), "\(output)").1)
        }

        /// The flag or else the proof of each tap, in order of recording.
        func proofs() async throws -> String? {
            try await office.office.value(
                "select string_agg(coalesce(flag, proof), ' ' order by seq) from log_place join event using (seq)")
        }
    }

    @Test(.enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)))
    func `A reader and a phone each record one tap at a tag that signs, and its address counts once`() async throws {
        try await Station.with { station in
            try await station.provision()
            let running = try await station.office.reader("desk box", ["--user", "ada"], on: station.pcscd)
            try await running.waitForOutput("recorded +start 6F-A3")
            #expect(await running.stop() == 0, "\(running.output)")
            #expect(try await station.proofs() == "sun")

            let address = try await station.read()
            let seen = try await station.office.browse("tap_signed", station.office.url, address)
            #expect(seen.contains("phone1 recorded"), "\(seen)")
            #expect(try await station.proofs() == "sun sun")
            let log = station.office.server.output
            #expect(!log.contains("unexpected:") && !log.contains(address.suffix(16)), "\(log)")
        }
    }

    @Test func `Keys are changed, and the tag is given back to its factory state`() async throws {
        try await Station.with { station in
            #expect(try await station.provision() == 1)
            let before = try station.chip.counter
            // Set up already: nothing changes, and the counter goes on.
            #expect(try await station.provision() == 1)
            #expect(try station.chip.counter > before)
            #expect(try await station.masterKey() == "1")
            #expect(try await station.provision("--new-keys") == 2)
            try await station.office.desktap("tags", "keys", "new")
            #expect(try await station.provision("--new-keys") == 3)
            #expect(try await station.masterKey() == "2")

            let moved = try station.starting(["provision", "--event", "start", "--desk", "6F-A4"])
            #expect(await moved.wait() == 65, "\(moved.output)")
            #expect(moved.output.contains("To end that registration, use --replace"), "\(moved.output)")
            let moving = try station.starting(["provision", "--event", "start", "--desk", "6F-A4", "--replace"])
            #expect(await moving.wait() == 0, "\(moving.output)")
            #expect(try await station.read().contains("/t?e=start&d=6F-A4&u="))

            let plain = try station.starting(["provision", "--uid-only", "--event", "start", "--desk", "6F-A5", "--replace"])
            #expect(await plain.wait() == 65, "\(plain.output)")
            #expect(plain.output.contains("This tag signs its address") && plain.output.contains("Nothing was changed."))
            #expect(try await station.office.office.value("select count(*)::text from tag where desk = '6F-A5'") == "0")

            let resetting = try station.starting(["reset"])
            #expect(await resetting.wait() == 0, "\(resetting.output)")
            let chip = try station.chip
            #expect((0..<5).allSatisfy { chip.key($0).version == 0 } && chip.memory.allSatisfy { $0 == 0 })
            let reset = "select count(*)::text from tag where why = 'Set back to its factory keys.'"
            #expect(try await station.office.office.value(reset) == "1")
            #expect(try await station.provision() == 5)
            #expect(try await station.read().contains("/t?e=start&d=6F-A3&u="))
        }
    }

    /// The program ends before the tag comes back, or it waits for the tag.
    @Test(arguments: [false, true])
    func `A tag that leaves the reader while it is set up is completed`(endsBetween: Bool) async throws {
        try await Station.with { station in
            try await station.provision()
            let count = station.reader.commands.count
            for command in stride(from: 9, to: count - 3, by: max(1, count / 3)) {
                let story = Comment(rawValue: "command \(command) of \(count)")
                try await station.reader.replace(with: try TagModel.ntag424.blank(number: UInt32(command)))
                let blank = try station.reader.remove()
                try await Task.sleep(for: VirtualReader.detectionTime)
                try station.reader.insert(blank, removal: .init(atCommand: command, isExecuted: command.isMultiple(of: 2)))
                let process = try station.starting(Station.provision + ["--timeout", "60"])
                try await process.waitForOutput("on the reader again")
                if endsBetween {
                    process.signal(SIGKILL)
                    _ = await process.wait()
                }
                try await station.reader.replace(with: try #require(station.reader.tag))
                if endsBetween {
                    try await station.provision()
                } else {
                    #expect(await process.wait() == 0, "\(process.output)")
                }
                let chip = try station.chip
                #expect((0..<5).allSatisfy { chip.key($0).version == 1 } && chip.failures(ofKey: 0) == 0, story)
                #expect(try await station.read().contains("/t?e=start&d=6F-A3&u="), story)
            }
        }
    }

    @Test func `A tag with keys of another system, or of another kind, is refused with words`() async throws {
        try await Station.with { station in
            try await RunningOffice.with { other in
                try await Station(other, station.pcscd, station.reader).provision()
            }
            let before = try station.chip
            for arguments in [Station.provision, ["reset"]] {
                let process = try station.starting(arguments)
                #expect(await process.wait() == 65, "\(process.output)")
                #expect(process.output.contains("has keys that are not known here"), "\(process.output)")
            }
            #expect(try station.chip.memory == before.memory && station.chip.key(1) == before.key(1))
            #expect(try station.chip.failures(ofKey: 0) <= 2)

            try await station.reader.replace(with: try TagModel.ntag424.blank(number: 2))
            let unknown = try station.starting(["reset"])
            #expect(await unknown.wait() == 65, "\(unknown.output)")
            #expect(
                unknown.output.contains("The keys of the tag 044E1200000002 are not here"), "\(unknown.output)")
            try await station.reader.replace(with: try TagModel.type4.blank(number: 3))
            let plain = try station.starting(["reset"])
            #expect(await plain.wait() == 65, "\(plain.output)")
            #expect(plain.output.contains("This card is no NTAG 424 DNA"), "\(plain.output)")
        }
    }
}
