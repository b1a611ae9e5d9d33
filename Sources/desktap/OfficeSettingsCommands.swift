import ArgumentParser
import Attendance
import AttendanceStore

extension OfficeCommand {
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set what holds for an office's working days from one of them on.",
            discussion: """
                What is not given stays as it is. Days before --from keep what held for them. A day that has rows already is
                not touched, unless --derive-anew says that its rows may become others.
                """)

        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name.") var name: String
        @Option(help: "The first working day it holds for, such as 2026-12-01.") var from: CivilDate
        @Option(help: "The time zone, such as Asia/Tokyo.") var timeZone: String?
        @Option(help: "When a working day begins by the office's clock, 00:00 to 23:59.") var dayBoundary: TimeOfDay?
        @Option(help: "To which day a session counts that goes on over a boundary: session_start or split.")
        var attribution: AttendancePolicy.Attribution?
        @Option(help: "Seconds after which a session that nobody ended is over, or none.") var maxSessionS: Seconds?
        @Option(help: "Whether such a session is over at the day boundary, too: true or false.") var closeAtBoundary: Bool?
        @Option(help: "Seconds within which a second start or pause is a double tap.") var repeatWindowS: Int64?
        @Option(help: "Seconds after which a tap that arrives is marked as late.") var lateFlagS: Int64?
        @Option(help: "Seconds that a tap may be ahead of the server's clock.") var futureToleranceS: Int64?
        @Option(help: "Seconds that a tap may be old when it arrives, or none for any age.") var maxAgeS: Seconds?
        @Flag(help: "Derive rows of past days anew.") var deriveAnew = false

        func validate() throws {
            guard maxSessionS?.number != .some(0) else { throw ValidationError("A session lasts a second at least.") }
            for seconds in [repeatWindowS, lateFlagS, futureToleranceS] where !(0...Seconds.greatest).contains(seconds ?? 0) {
                throw ValidationError("Seconds are from 0 to \(Seconds.greatest).")
            }
        }

        func run() async throws {
            var change = OfficeSettingsChange()
            change.timeZone = timeZone
            change.dayBoundary = dayBoundary?.seconds
            change.attribution = attribution
            change.maximumSessionSeconds = maxSessionS.map(\.number)
            change.closesAtBoundary = closeAtBoundary
            change.repeatWindowSeconds = repeatWindowS
            change.lateFlagSeconds = lateFlagS
            change.futureToleranceSeconds = futureToleranceS
            change.maximumAgeSeconds = maxAgeS.map(\.number)
            guard change != OfficeSettingsChange() else { throw ValidationError("Please say what to set.") }
            let given = change
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: name)
                try await program.store.officeSettings.change(
                    given, of: office.id, from: from, derivesAnew: deriveAnew, by: nil, now: Program.now(),
                    zones: try Program.zones())
                for version in try await program.store.officeSettings.settings(of: office.id) {
                    print(OfficeCommand.line(version))
                }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show what an office has set, and from which day on.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name, where there are several.") var name: String?

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: name)
                for version in try await program.store.officeSettings.settings(of: office.id) {
                    print(OfficeCommand.line(version))
                }
                if let requirement = try await program.store.startRequirements.startRequirements()[office.id] {
                    print(OfficeCommand.sentence(requirement, of: office))
                }
            }
        }
    }

    private static func line(_ version: OfficeSettingsVersion) -> String {
        let policy = version.policy
        return [
            "from \(version.validFrom?.description ?? "the beginning")",
            "time-zone \(version.timeZone)", "day-boundary \(TimeOfDay(seconds: version.dayBoundary))",
            "attribution \(policy.attribution.rawValue)",
            "max-session-s \(Seconds(number: policy.maximumSessionSeconds))",
            "close-at-boundary \(policy.closesAtBoundary)", "repeat-window-s \(policy.repeatWindowSeconds)",
            "late-flag-s \(policy.lateFlagSeconds)", "future-tolerance-s \(policy.futureToleranceSeconds)",
            "max-age-s \(Seconds(number: policy.maximumAgeSeconds))",
        ].joined(separator: "\t")
    }
}

/// A time of day from 00:00 to 23:59.
struct TimeOfDay: ExpressibleByArgument, CustomStringConvertible {
    /// After midnight.
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
    /// A hundred years.
    static let greatest: Int64 = 3_155_760_000

    let number: Int64?

    init(number: Int64?) { self.number = number }

    init?(argument: String) {
        number = Int64(argument)
        guard argument == "none" || number.map({ (0...Self.greatest).contains($0) }) == true else { return nil }
    }

    var description: String { number.map(String.init) ?? "none" }
}

extension AttendancePolicy.Attribution: ExpressibleByArgument {}

extension CivilDate: ExpressibleByArgument {
    package init?(argument: String) { self.init(text: argument) }
}
