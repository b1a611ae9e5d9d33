package import Attendance
import Postgres

/// The taps that a reader may send. It limits the damage of a stolen key: with the key of a reader at home, only taps of one
/// person can be sent.
package enum ReaderScope: Sendable, Equatable {
    case anyone
    /// People whose own office this is, wherever they tap.
    case office(OfficeID, name: String)
    /// One person, on a personal reader, by user name only: a badge could belong to another person.
    case person(userName: String)
    /// Taps of badges only. If the list is not empty: at these desks, or without a desk.
    case badges(at: [DeskID])

    /// Whether the reader may send a tap, by the content of the tap alone. Recording also checks ``onlyOffice``.
    package func allows(_ report: TapReport) -> Bool {
        switch self {
        case .anyone, .office: true
        // A tap without a user is rejected later, for that reason.
        case .person(let userName): !report.isByBadge && UserName.isSame(report.user ?? userName, userName)
        case .badges(let desks):
            report.isByBadge && (desks.isEmpty || report.desk.flatMap { DeskID($0) }.map(desks.contains) ?? true)
        }
    }

    /// The only office whose people the reader may tap for; nil: no such limit.
    package var onlyOffice: OfficeID? {
        guard case .office(let office, _) = self else { return nil }
        return office
    }

    /// `anyone`, `person` or `badges`.
    var name: String {
        switch self {
        case .anyone, .office: "anyone"
        case .person: "person"
        case .badges: "badges"
        }
    }

    var userName: String? {
        guard case .person(let userName) = self else { return nil }
        return userName
    }

    var desks: [DeskID] {
        guard case .badges(let desks) = self else { return [] }
        return desks
    }
}

extension ReaderScope: CustomStringConvertible {
    /// Such as `badges at 6F-A3, 6F-A4`.
    package var description: String {
        switch self {
        case .anyone: "anyone"
        case .office(_, let name): "people of \(name)"
        case .person(let userName): "\(userName) only"
        case .badges(let desks):
            desks.isEmpty ? "badges" : "badges at " + desks.map(\.description).joined(separator: ", ")
        }
    }
}
