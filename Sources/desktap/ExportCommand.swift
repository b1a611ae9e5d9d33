import ArgumentParser
import Attendance
import AttendanceStore
import Foundation

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Take the record away, as CSV on standard output.",
        subcommands: [Daily.self])

    /// Whose name stands beside an export, and what for: whoever's record is in it can see both.
    struct Reason: ParsableArguments {
        @Option(name: .customLong("as"), help: "Your user name: the export is noted under it.") var user: String
        @Option(help: "What it is for, such as 'payroll': noted, too.") var purpose: String

        func validate() throws {
            guard !purpose.allSatisfy(\.isWhitespace) else { throw ValidationError("Please say what it is for.") }
        }

        func log(_ whose: Access.Whose, _ period: ClosedRange<CivilDate>, _ program: Program) async throws {
            let reader = try await program.store.person(userName: user)
            try await program.store.log(
                Access(by: reader.id, to: whose, of: period, purpose: purpose), now: Program.now())
        }
    }

    struct Daily: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Everybody's daily rows of a period.",
            discussion: """
                What it was made of and by goes to standard error: the ledger's head, the version of the time zone database and
                the instant it was asked for. The same --head, --as-of and time zones give the same bytes again.
                """)

        @OptionGroup var common: CommonOptions
        @OptionGroup var reason: Reason
        @Option(help: "The first working day, such as 2026-11-01.") var from: CivilDate
        @Option(help: "The last working day.") var to: CivilDate
        @Option(help: "The instant to ask for: it decides which sessions are still open (now).") var asOf: String?
        @Option(help: "An earlier export's head, NUMBER:HASH, to have it made again.") var head: String?

        func run() async throws {
            guard from <= to else { throw ValidationError("The period ends before it begins.") }
            let asOf = try asOf.map { text in
                guard let instant = Instant(rfc3339: text) else {
                    throw ValidationError("'\(text)' is not an instant such as 2026-11-30T18:00:00+09:00.")
                }
                return instant
            }
            let checkpoint = try head.map { text in
                guard let checkpoint = LedgerCheckpoint(text) else { throw ValidationError("'\(text)' is not NUMBER:HASH.") }
                return checkpoint
            }
            try await Program.run(common) { program in
                let (store, zones) = (program.store, try Program.zones())
                let stamp = try await store.exportStamp(asOf: asOf ?? Program.now(), zones: zones, at: checkpoint)
                try await reason.log(.office(nil), from...to, program)
                var csv = DailyRowsCSV(try await store.offices(), try await store.calendars(zones))
                try await store.withRecords(in: from...to, asOf: stamp.asOf, zones: zones, at: stamp.head.seq) { record in
                    csv.write(record)
                    if csv.bytes.count >= 64 * 1024 { try FileHandle.standardOutput.write(contentsOf: csv.take()) }
                }
                try FileHandle.standardOutput.write(contentsOf: csv.take())
                let about = [
                    "head \(stamp.head.text)", "as-of \(stamp.asOf.rfc3339(precision: .milliseconds))",
                    "time-zones \(stamp.timeZones)",
                ]
                FileHandle.standardError.write(Data(about.map { $0 + "\n" }.joined().utf8))
            }
        }
    }
}
