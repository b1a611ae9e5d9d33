import ArgumentParser
import Attendance
import AttendanceStore

extension OfficeCommand {
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change an office's settings from a working day on.",
            discussion: """
                Settings that are not given stay unchanged. Days before --from keep their settings. Days that already have
                rows are refused unless --rederive is given, because their rows may change.
                """)

        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name.") var name: String
        @Option(help: "The first working day with the new settings, such as 2026-12-01.") var from: CivilDate
        @Option(help: "The time zone, such as Asia/Tokyo.") var timeZone: String?
        @Option(help: "The local time when a working day begins, 00:00 to 23:59.") var dayBoundary: TimeOfDay?
        @Option(help: "The day of a session across a day boundary: session_start, or split between the days.")
        var attribution: AttendancePolicy.Attribution?
        @Option(help: "Seconds after which a session without an end is closed, or none.") var maxSessionS: Seconds?
        @Option(help: "Whether such a session is also closed at the day boundary: true or false.") var closeAtBoundary: Bool?
        @Option(help: "Seconds within which a repeated tap is a double tap.") var repeatWindowS: Int64?
        @Option(help: "Seconds until the server has a tap, above which it is flagged as sent late.") var lateFlagS: Int64?
        @Option(help: "Seconds that a tap's time may be ahead of the server's clock.") var futureToleranceS: Int64?
        @Option(help: "The maximum age of an arriving tap in seconds, or none for no limit.") var maxAgeS: Seconds?
        @Flag(help: "Derive the rows of past days again, which may change them.") var rederive = false

        func validate() throws {
            guard maxSessionS?.length != .zero else { throw ValidationError("--max-session-s must be above 0, or none.") }
            for seconds in [repeatWindowS, lateFlagS, futureToleranceS] where !(0...Seconds.greatest).contains(seconds ?? 0) {
                throw ValidationError("Seconds must be from 0 to \(Seconds.greatest).")
            }
        }

        func run() async throws {
            var change = OfficeSettingsChange()
            change.timeZone = timeZone
            change.dayBoundary = dayBoundary?.seconds
            change.attribution = attribution
            change.maximumSession = maxSessionS.map(\.length)
            change.closesAtBoundary = closeAtBoundary
            change.repeatWindow = repeatWindowS.map { .seconds($0) }
            change.lateAfter = lateFlagS.map { .seconds($0) }
            change.futureTolerance = futureToleranceS.map { .seconds($0) }
            change.maximumAge = maxAgeS.map(\.length)
            guard change != OfficeSettingsChange() else { throw ValidationError("Specify at least one setting.") }
            let given = change
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: name)
                try await program.store.officeSettings.change(
                    given, of: office.id, from: from, allowsChangedRows: rederive, by: nil, now: Program.now(),
                    zones: try Program.zones())
                for version in try await program.store.officeSettings.settings(of: office.id) {
                    print(OfficeCommand.line(version))
                }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the versions of an office's settings.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name; required if several exist.") var name: String?

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: name)
                for version in try await program.store.officeSettings.settings(of: office.id) {
                    print(OfficeCommand.line(version))
                }
                if let requirement = try await program.store.startRequirements.startRequirements()[office.id] {
                    print(OfficeCommand.sentence(requirement, of: office))
                }
                try await OfficeCommand.printSigningDesks(of: office, program.store)
            }
        }
    }

    private static func line(_ version: OfficeSettingsVersion) -> String {
        let policy = version.policy
        return [
            "from \(version.validFrom?.description ?? "the beginning")",
            "time-zone \(version.timeZone)", "day-boundary \(TimeOfDay(seconds: version.dayBoundary))",
            "attribution \(policy.attribution.rawValue)",
            "max-session-s \(Seconds(length: policy.maximumSession))",
            "close-at-boundary \(policy.closesAtBoundary)", "repeat-window-s \(Seconds(length: policy.repeatWindow))",
            "late-flag-s \(Seconds(length: policy.lateAfter))", "future-tolerance-s \(Seconds(length: policy.futureTolerance))",
            "max-age-s \(Seconds(length: policy.maximumAge))",
        ].joined(separator: "\t")
    }
}

/// A time of day from 00:00 to 23:59.
struct TimeOfDay: ExpressibleByArgument, CustomStringConvertible {
    /// Seconds after midnight.
    let seconds: Int64

    init(seconds: Int64) { self.seconds = seconds }

    init?(argument: String) {
        guard let seconds = OfficeSettings.dayBoundary(argument) else { return nil }
        self.seconds = seconds
    }

    var description: String { WorkedTime.hoursAndMinutes(seconds) }
}

/// A number of seconds, or none.
struct Seconds: ExpressibleByArgument, CustomStringConvertible {
    /// 100 years.
    static let greatest: Int64 = 3_155_760_000

    let length: Duration?

    init(length: Duration?) { self.length = length }

    init?(argument: String) {
        let number = Int64(argument)
        guard argument == "none" || number.map({ (0...Self.greatest).contains($0) }) == true else { return nil }
        length = number.map { .seconds($0) }
    }

    var description: String { length.map { "\($0.components.seconds)" } ?? "none" }
}

extension AttendancePolicy.Attribution: ExpressibleByArgument {}

extension CivilDate: ExpressibleByArgument {
    package init?(argument: String) { self.init(text: argument) }
}
