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

    /// The tap that the reader may send, by its content alone. Recording also checks ``onlyOffice``.
    /// - Returns: nil for a tap out of scope. The user of a personal reader has the spelling of the scope: another spelling can be
    ///   the name of another account.
    package func admitted(_ report: TapReport) -> TapReport? {
        switch self {
        case .anyone, .office: return report
        case .person(let userName):
            if report.badge != nil { return nil }
            // A tap without a user is rejected later, for that reason.
            guard let user = report.user else { return report }
            guard UserName.isSame(user, userName) else { return nil }
            var report = report
            report.user = userName
            return report
        case .badges(let desks):
            let isAtDesk = desks.isEmpty || report.desk.flatMap { DeskID($0) }.map(desks.contains) ?? true
            return report.badge != nil && isAtDesk ? report : nil
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
