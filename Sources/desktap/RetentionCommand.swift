import ArgumentParser
import Attendance
import AttendanceStore

struct RetentionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention", abstract: "Set for how long records are kept, and erase what is due.",
        discussion: """
            A month of an office goes as a whole: where people were some months after its end, their hours some years after it.
            A server erases every night what is due. What goes leaves its entry in the ledger, and an entry that tells of the
            erasure. How long the law asks to keep hours (no advice): \(Retention.hints).
            """,
        subcommands: [Set.self, DryRun.self, Run.self, Hold.self, Release.self])

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Set for how long an office keeps records.")
        @OptionGroup var common: CommonOptions
        @Option(help: "The office, where there are several.") var office: String?
        @Option(help: "Months for which hours are kept.") var timeMonths: Int64?
        @Option(help: "Days for which places are kept.") var placeDays: Int64?
        @Option(help: "Months for which the logs of reading records and changing accounts are kept, and revoked keys (24).")
        var logMonths: Int64?

        func validate() throws {
            guard timeMonths != nil || placeDays != nil || logMonths != nil else {
                throw ValidationError("Please give --time-months, --place-days or --log-months.")
            }
            guard (1...1200).contains(timeMonths ?? 1), (0...36_500).contains(placeDays ?? 0),
                (1...1200).contains(logMonths ?? 1)
            else {
                throw ValidationError("Hours and logs are kept for 1 to 1200 months, places for 0 to 36500 days.")
            }
        }

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: office)
                try await program.store.retention.setRetention(
                    of: office.id, timeMonths: timeMonths, placeDays: placeDays, logMonths: logMonths)
                print("Set. 'desktap retention dry-run' says what is due.")
            }
        }
    }

    struct DryRun: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Say what is due, and erase nothing.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                let reports = try await program.store.retention.retentionReport(now: Program.now(), zones: try Program.zones())
                for report in reports { print(RetentionCommand.line(report, "due")) }
                let offices = try await program.store.retention.retentions()
                for report in try await program.store.retention.logRetentionReport() {
                    let office = offices.first { $0.office == report.office }?.officeName ?? "all offices"
                    print("\(office)\tlogs and revoked keys\t\(report.count) due")
                }
                for hold in try await program.store.legalHolds.legalHolds() {
                    print("\(hold.userName)\tall is kept: \(hold.reason)")
                }
            }
        }
    }

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Erase what is due.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                guard
                    let reports = try await program.store.retention.runRetention(now: Program.now(), zones: try Program.zones())
                else { throw CommandProblem("Another server erases just now. Please try again later.") }
                for report in reports { print(RetentionCommand.line(report, "erased")) }
                let entries = try await program.store.retention.forgetLogs(now: Program.now())
                print("all offices\tlogs and revoked keys\t\(entries) erased")
            }
        }
    }

    struct Hold: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Keep everything of a person until further notice.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String
        @Option(help: "Why.") var reason: String

        func run() async throws {
            try await Program.run(common) { program in
                let person = try await program.store.people.formerOrPresentPerson(userName: user)
                try await program.store.legalHolds.hold(person.id, reason: reason, by: nil, now: Program.now())
                print("Everything of \(person.displayName) is kept.")
            }
        }
    }

    struct Release: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "End the hold on a person's records.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String

        func run() async throws {
            try await Program.run(common) { program in
                let person = try await program.store.people.formerOrPresentPerson(userName: user)
                guard try await program.store.legalHolds.releaseHold(on: person.id, now: Program.now()) else {
                    throw CommandProblem("There is no hold on \(person.displayName).")
                }
                print("The retention holds for \(person.displayName) again.")
            }
        }
    }

    private static func line(_ report: RetentionReport, _ verb: String) -> String {
        let (office, part) = (report.retention.officeName, report.part == .time ? "hours" : "places")
        guard let day = report.firstKept else { return "\(office)\t\(part)\tnot set: all is kept" }
        return "\(office)\t\(part)\tbefore \(day)\t\(report.count) \(verb)"
    }
}
