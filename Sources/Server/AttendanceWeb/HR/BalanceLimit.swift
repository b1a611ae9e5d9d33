import Attendance
import Localization
import WebServer

/// The balances of the people whom HR lists: those that pass a number of hours.
struct BalanceLimit: Sendable, Equatable {
    enum Side: String, Sendable, CaseIterable { case either, over, under }

    /// Proposed in the form.
    static let usualHours: Int64 = 10
    static let mostHours: Int64 = 9_999

    let side: Side
    /// Not negative, on both sides.
    let hours: Int64

    /// - Returns: nil without a side.
    init?(_ parameters: QueryParameters) throws(WebError) {
        guard let text = parameters["balance"], !text.isEmpty else { return nil }
        guard let side = Side(rawValue: text) else {
            throw AttendanceChoice.unknown("balance", known: Side.allCases.map(\.rawValue))
        }
        guard let hours = Int64(parameters["hours"] ?? "\(Self.usualHours)"), (0...Self.mostHours).contains(hours) else {
            throw .badRequest(localized("hr.badHours", ["most": "\(Self.mostHours)"]))
        }
        self.init(side, hours: hours)
    }

    init(_ side: Side, hours: Int64) { (self.side, self.hours) = (side, hours) }

    /// Whether a balance passes the hours, in whole minutes as pages show it.
    func isPassed(by seconds: Int64) -> Bool {
        let (minutes, limit) = (WorkedTime.minutes(seconds), hours * 60)
        return switch side {
        case .either: abs(minutes) > limit
        case .over: minutes > limit
        case .under: minutes < -limit
        }
    }

    var fields: [(String, String)] { [("balance", side.rawValue), ("hours", "\(hours)")] }
}
