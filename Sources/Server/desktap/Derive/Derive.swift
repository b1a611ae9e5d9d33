import ArgumentParser
import Attendance
import AttendanceStore
import Foundation
import JSON

struct Derive: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Apply the attendance rules to a log, without a database.",
        discussion: """
            Reads one JSON object from standard input and prints one: the outcome of each record, and the resulting sessions, \
            daily rows, anomalies and desks. It runs the same code as the server, so the rules can be checked independently.

            {"as_of": "2026-11-21T19:00:00+09:00", "offices": {"Tokyo": {"tz": "Asia/Tokyo", "day_boundary": "05:00"}},
             "default_office": "Tokyo", "policy": {}, "events": [{"id": "…", "type": "tap", "user": "ada",
             "kind": "start", "at": "2026-11-21T09:00:00+09:00", "desk": "6F-A3",
             "received_at": "2026-11-21T09:00:01+09:00"}]}

            An office with "night": ["22:00", "05:00"], its hours of night work, has night_s in its daily rows.

            Invalid input is reported on standard error and ends the command with status 65.
            """)

    @Flag(help: "Read one JSON object per line and answer each with a line, an invalid one with {\"error\": …}.")
    var lines = false

    func run() throws {
        let zones: TimeZoneDatabase
        do throws(TimeZoneError) {
            zones = try .system()
        } catch {
            Self.report("\(error)")
            throw ExitCode.failure
        }
        if lines {
            try answerLines(zones)
        } else {
            let bytes = try FileHandle.standardInput.readToEnd() ?? Data()
            do throws(DeriveInput.Failure) {
                try Self.write(try Self.answer(bytes, zones))
            } catch {
                Self.report(error.sentence)
                throw Self.badInput
            }
        }
    }

    /// EX_DATAERR of sysexits.h.
    private static let badInput = ExitCode(65)

    private func answerLines(_ zones: TimeZoneDatabase) throws {
        var buffer = Data()
        var failed = false
        func answer(_ line: Data) throws {
            do throws(DeriveInput.Failure) {
                try Self.write(try Self.answer(line, zones))
            } catch {
                failed = true
                try Self.write(.object(["error": .string(error.sentence)]))
            }
        }
        // `availableData` does not wait for a full buffer, so each line is answered before the caller sends the next one.
        while case let bytes = FileHandle.standardInput.availableData, !bytes.isEmpty {
            buffer.append(bytes)
            var rest = buffer[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                try answer(Data(rest[..<end]))
                rest = rest[(end + 1)...]
            }
            buffer = Data(rest)
        }
        if !buffer.isEmpty { try answer(buffer) }
        if failed { throw Self.badInput }
    }

    static func answer(_ bytes: Data, _ zones: TimeZoneDatabase) throws(DeriveInput.Failure) -> JSONValue {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw DeriveInput.Failure(sentence: "The input is not JSON: \(error).")
        }
        var output = DeriveOutput(try DeriveInput(value, zones: zones))
        return output.json()
    }

    private static func write(_ value: JSONValue) throws(DeriveInput.Failure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            try FileHandle.standardOutput.write(contentsOf: try encoder.encode(value) + [UInt8(ascii: "\n")])
        } catch {
            throw DeriveInput.Failure(sentence: "The output cannot be written.")
        }
    }

    private static func report(_ sentence: String) {
        FileHandle.standardError.write(Data("desktap: \(sentence)\n".utf8))
    }
}
