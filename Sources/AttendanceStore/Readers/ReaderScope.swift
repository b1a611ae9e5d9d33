package import Attendance
import Postgres

/// Whose taps a reader's key may bring: whoever finds the key of a reader at home can tap for one person, and not for all.
package enum ReaderScope: Sendable, Equatable {
    case anyone
    /// Anybody whose own office this is, wherever they are.
    case office(Int64, name: String)
    /// One person, on a reader of their own, by their name alone: a badge may be somebody else's.
    case person(userName: String)
    /// Only who is known by a badge. Where there are desks: at these, or at none in particular.
    case badges(at: [DeskID])

    /// Whether a tap may come with the key, as far as the tap itself says. Whose office is whose is known where it is recorded:
    /// see ``onlyOffice``.
    package func allows(_ report: TapReport, byBadge isByBadge: Bool) -> Bool {
        switch self {
        case .anyone, .office: true
        // What names nobody is refused for that.
        case .person(let userName): !isByBadge && (report.user ?? userName) == userName
        case .badges(let desks):
            isByBadge && (desks.isEmpty || report.desk.flatMap { DeskID($0) }.map(desks.contains) ?? true)
        }
    }

    /// The office whose people alone it is for; nil where it is for others, too.
    package var onlyOffice: Int64? {
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
        case .anyone: "anybody"
        case .office(_, let name): "people of \(name)"
        case .person(let userName): "\(userName) alone"
        case .badges(let desks):
            desks.isEmpty ? "badges" : "badges at " + desks.map(\.description).joined(separator: ", ")
        }
    }
}

extension Reader {
    /// Reads the first eight columns of `reader_by_key` or `readers`.
    init(_ row: PostgresRow) throws {
        let scope: ReaderScope
        if let userName = try row.getIfPresent(3, as: String.self) {
            scope = .person(userName: userName)
        } else if let office = try row.getIfPresent(4, as: Int64.self) {
            scope = .office(office, name: try row.get(5))
        } else if try row.get(2, as: String.self) == "badges" {
            scope = .badges(at: try row.get(6, as: String.self).split(separator: ",").compactMap { DeskID(String($0)) })
        } else {
            scope = .anyone
        }
        self.init(
            id: try row.get(0), name: try row.get(1), scope: scope,
            certificate: try row.getIfPresent(7, as: PostgresBytes.self).map(CertificateFingerprint.init(hash:)))
    }
}
