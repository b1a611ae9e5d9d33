/// How seconds are written and rounded. Sums are always made of seconds, never of these.
package enum WorkedTime {
    /// `HH:MM`, the minute rounded down, hours going on after 24.
    package static func hoursAndMinutes(_ seconds: Int64) -> String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
    }

    /// Hours with four decimals, the half rounded up, so that a minute is `0.0167`.
    package static func decimalHours(_ seconds: Int64) -> String {
        let parts = (seconds * 10_000 + 1800) / 3600
        let decimals = "\(parts % 10_000)"
        return "\(parts / 10_000)." + String(repeating: "0", count: 4 - decimals.utf8.count) + decimals
    }
}

/// How an export rounds a day's worked time, in a column of its own. It is never stored, and first in and last out never change.
package struct Rounding: Sendable, Equatable {
    package enum Mode: String, Sendable, CaseIterable {
        case none
        /// The tie goes up.
        case nearest
        case up
        /// Takes away time that was worked; whoever asks for it is told.
        case down
    }

    package let mode: Mode
    private let unit: Int64

    package static let none = Rounding()

    private init() {
        mode = .none
        unit = 60
    }

    /// - Returns: nil if there is no such unit: 1, 5, 6, 10, 15 and 30 minutes are.
    package init?(_ mode: Mode, unitMinutes: Int64) {
        guard [1, 5, 6, 10, 15, 30].contains(unitMinutes) else { return nil }
        self.mode = mode
        unit = unitMinutes * 60
    }

    /// Reads `none`, or a mode and a number of minutes, such as `nearest-15`.
    /// - Returns: nil if the text is anything else.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts == ["none"] {
            self = .none
        } else if parts.count == 2, let mode = Mode(rawValue: String(parts[0])), mode != .none,
            let minutes = Int64(parts[1]), String(minutes) == parts[1]
        {
            self.init(mode, unitMinutes: minutes)
        } else {
            return nil
        }
    }

    /// The same text.
    package var text: String { mode == .none ? mode.rawValue : "\(mode.rawValue)-\(unit / 60)" }

    /// Rounds the sum of one day; exact multiples of the unit stay.
    package func rounded(_ seconds: Int64) -> Int64 {
        switch mode {
        case .none: seconds
        case .nearest: (seconds + unit / 2) / unit * unit
        case .up: (seconds + unit - 1) / unit * unit
        case .down: seconds / unit * unit
        }
    }
}
