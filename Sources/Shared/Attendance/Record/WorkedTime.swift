/// The text forms of worked time. Totals are computed from seconds, never from these.
package enum WorkedTime {
    /// `HH:MM`, floored to the minute; hours are not wrapped at 24.
    package static func hoursAndMinutes(_ seconds: Int64) -> String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
    }

    /// To the nearest minute, half up. Also of a negative number of seconds.
    package static func minutes(_ seconds: Int64) -> Int64 {
        let rest = seconds % 60
        return seconds / 60 + (rest >= 30 ? 1 : rest < -30 ? -1 : 0)
    }

    /// A balance as `+3:20` or `-3:20`, to the nearest minute, half up. Zero is `0:00`, without a sign.
    package static func signedHoursAndMinutes(_ seconds: Int64) -> String {
        signedHoursAndMinutes(minutes: minutes(seconds))
    }

    /// The same of minutes.
    package static func signedHoursAndMinutes(minutes: Int64) -> String {
        let (sign, size) = (minutes == 0 ? "" : minutes < 0 ? "-" : "+", minutes.magnitude)
        return sign + "\(size / 60):" + (size % 60 < 10 ? "0" : "") + "\(size % 60)"
    }

    /// Hours with four decimals, half away from zero, so that a minute is `0.0167`.
    package static func decimalHours(_ seconds: Int64) -> String { hours(seconds, decimals: 4) }

    /// Hours with two decimals, half away from zero, so that a minute is `0.02`.
    package static func roundedHours(_ seconds: Int64) -> String { hours(seconds, decimals: 2) }

    private static func hours(_ seconds: Int64, decimals: Int) -> String {
        let unit: UInt64 = decimals == 4 ? 10_000 : 100
        // The whole hours are left out of the product, so that it does not overflow.
        let parts = (seconds.magnitude % 3600 * unit + 1800) / 3600
        let digits = "\(parts % unit)"
        let whole = seconds.magnitude / 3600 + parts / unit
        let sign = seconds < 0 && (whole > 0 || parts > 0) ? "-" : ""
        return "\(sign)\(whole)." + String(repeating: "0", count: decimals - digits.utf8.count) + digits
    }
}

/// The rounding of a day's worked time in an export, in a column of its own. Rounded values are never stored; first in and
/// last out are never rounded.
package struct Rounding: Sendable, Equatable {
    package enum Mode: String, Sendable, CaseIterable {
        case none
        /// To the nearest unit, half up.
        case nearest
        case up
        /// Removes worked time. The export warns about it.
        case down
    }

    package let mode: Mode
    private let unit: Int64

    package static let none = Rounding()
    /// The lengths to which times can be rounded, in minutes.
    package static let units: [Int64] = [1, 5, 6, 10, 15, 30]

    private init() {
        mode = .none
        unit = 60
    }

    /// - Returns: nil unless the unit is one of ``units``.
    package init?(_ mode: Mode, unitMinutes: Int64) {
        guard Self.units.contains(unitMinutes) else { return nil }
        self.mode = mode
        unit = unitMinutes * 60
    }

    /// Parses `none`, or a mode and a number of minutes, such as `nearest-15`.
    /// - Returns: nil if the text is malformed.
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

    /// The text that ``init(text:)`` parses.
    package var text: String { mode == .none ? mode.rawValue : "\(mode.rawValue)-\(unit / 60)" }

    /// Rounds the worked seconds of one day. Multiples of the unit stay unchanged.
    package func rounded(_ seconds: Int64) -> Int64 {
        switch mode {
        case .none: seconds
        case .nearest: (seconds + unit / 2) / unit * unit
        case .up: (seconds + unit - 1) / unit * unit
        case .down: seconds / unit * unit
        }
    }
}
