import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb

struct RetentionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention", abstract: "Set the retention of records, and erase due records.",
        discussion: """
            An office's month is erased as a whole: location data some months after its end, hours some years after its end.
            The server erases due records every night. Erased records keep their ledger entry, and another entry records the
            erasure. Legal retention of hours (no legal advice): \(Retention.hints).
            """,
        subcommands: [Show.self, Set.self, DryRun.self, Run.self])

    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "List each kind of personal data with its purpose, its term and its next deletion.",
            discussion: """
                Columns separated by tabs: office, data, purpose, term, next deletion (in the night, UTC). Administrators see the
                same at /admin/retention and set the periods there. HR sees it at /hr/retention.
                """)
        @OptionGroup var common: CommonOptions

        func run(_ program: Program) async throws {
            for data in try await program.store.retention.keptData(now: Program.now(), zones: try Program.zones()) {
                let row = KeptDataRow(data)
                print([data.office ?? "all offices", row.kind, row.purpose, row.term, row.next ?? "–"].joined(separator: "\t"))
            }
        }
    }

    struct Set: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Set how long an office keeps records.")
        @OptionGroup var common: CommonOptions
        @Option(help: "The office; required if several exist.") var office: String?
        @Option(help: "Months to keep hours.") var timeMonths: Int64?
        @Option(help: "Days to keep location data.") var placeDays: Int64?
        @Option(help: "Months to keep the logs of accesses and account changes, revoked keys and earlier names (24).")
        var logMonths: Int64?

        func validate() throws {
            guard timeMonths != nil || placeDays != nil || logMonths != nil else {
                throw ValidationError("Specify --time-months, --place-days or --log-months.")
            }
            guard Retention.validMonths.contains(timeMonths ?? 1), Retention.validDays.contains(placeDays ?? 0),
                Retention.validMonths.contains(logMonths ?? 1)
            else {
                throw ValidationError("Hours and logs are kept for 1 to 1200 months, location data for 0 to 36500 days.")
            }
        }

        func run(_ program: Program) async throws {
            let office = try await program.store.offices.office(named: office)
            try await program.store.retention.setRetention(
                of: office.id, timeMonths: timeMonths, placeDays: placeDays, logMonths: logMonths)
            print("Set the retention. 'desktap retention dry-run' reports what is due.")
        }
    }

    struct DryRun: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Report what is due and erase nothing.")
        @OptionGroup var common: CommonOptions

        func run(_ program: Program) async throws {
            let reports = try await program.store.retention.retentionReport(now: Program.now(), zones: try Program.zones())
            for report in reports { print(RetentionCommand.line(report, "due")) }
            let offices = try await program.store.retention.retentions()
            for report in try await program.store.retention.logRetentionReport() {
                let office = offices.first { $0.office == report.office }?.officeName ?? "all offices"
                print("\(office)\tlogs and revoked keys\t\(report.count) due")
            }
            for hold in try await program.store.legalHolds.legalHolds() {
                print("\(hold.userName)\tlegal hold: \(hold.reason)")
            }
        }
    }

    struct Run: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Erase due records now.")
        @OptionGroup var common: CommonOptions

        func run(_ program: Program) async throws {
            guard
                let reports = try await program.store.retention.runRetention(now: Program.now(), zones: try Program.zones())
            else { throw CommandError("Another server is erasing records. Try again later.") }
            for report in reports { print(RetentionCommand.line(report, "erased")) }
            let entries = try await program.store.retention.forgetLogs(now: Program.now())
            print("all offices\tlogs and revoked keys\t\(entries) erased")
        }
    }

    private static func line(_ report: RetentionReport, _ verb: String) -> String {
        let (office, part) = (report.retention.officeName, report.part == .time ? "hours" : "places")
        guard let day = report.firstKept else { return "\(office)\t\(part)\tnot set: kept without limit" }
        return "\(office)\t\(part)\tbefore \(day)\t\(report.count) \(verb)"
    }
}
