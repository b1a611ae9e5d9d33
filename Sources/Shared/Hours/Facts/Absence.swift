package import Attendance
import JSON

/// A kind of absence from a day on, such as leave or sickness.
package struct AbsenceKind: Sendable, Equatable {
    package enum Credit: String, Sendable, CaseIterable {
        /// The absence counts as worked.
        case full
        /// It completes the day to its target, and adds nothing to a full day.
        case fill
        /// It does not count: the balance pays for it.
        case none
    }

    package let kind: String
    package let from: CivilDate
    package let credit: Credit
    /// Of absences on one day, the one with the higher rank claims first.
    package let rank: Int64
    /// The leave account that pays; nil: none.
    package let account: String?
    /// Whether its days are left out of averages of working time.
    package let isNeutral: Bool

    package init(kind: String, from: CivilDate, credit: Credit, rank: Int64, account: String? = nil, isNeutral: Bool = false) {
        (self.kind, self.from, self.credit) = (kind, from, credit)
        (self.rank, self.account, self.isNeutral) = (rank, account, isNeutral)
    }
}

/// An approved absence, both days included.
package struct Absence: Sendable, Equatable {
    /// What it takes of each of its days.
    package enum Extent: Sendable, Equatable {
        case part(DayPart)
        /// Seconds, 1 to 86400.
        case hours(Int64)
    }

    package let user: String
    package let kind: String
    package let from: CivilDate
    package let to: CivilDate
    package let extent: Extent

    package init(user: String, kind: String, from: CivilDate, to: CivilDate, extent: Extent = .part(.full)) {
        (self.user, self.kind, self.from, self.to, self.extent) = (user, kind, from, to, extent)
    }
}

extension AbsenceKind {
    init(_ fields: FactFields) throws(FactRejection) {
        let from = try fields.date("from")
        self.init(
            kind: try fields.text("kind"), from: from, credit: try fields.word("credit"),
            rank: try fields.integer("rank", in: .min ... .max), account: try fields.optionalText("account"),
            isNeutral: try fields.optional("neutral", \.boolean) ?? false)
    }

    var json: [String: JSONValue] {
        [
            "kind": .string(kind), "from": JSONValue(from), "credit": .string(credit.rawValue), "rank": .integer(rank),
            "account": JSONValue(account), "neutral": .boolean(isNeutral),
        ]
    }
}

extension Absence {
    /// The value of `part` for hourly ones.
    private static let hours = "hours"

    init(_ fields: FactFields) throws(FactRejection) {
        let (from, to) = (try fields.date("from"), try fields.date("to"))
        guard from <= to else { throw .badDate }
        let isHourly = try fields.optional("part") { $0.string.map { $0 == Self.hours } } ?? false
        self.init(
            user: try fields.text("user"), kind: try fields.text("kind"), from: from, to: to,
            extent: isHourly
                ? .hours(try fields.integer("s", in: 1...86400)) : .part(try fields.word("part", default: .full)))
    }

    var json: [String: JSONValue] {
        var json: [String: JSONValue] = [
            "user": .string(user), "kind": .string(kind), "from": JSONValue(from), "to": JSONValue(to),
        ]
        switch extent {
        case .part(let part): json["part"] = .string(part.rawValue)
        case .hours(let seconds): (json["part"], json["s"]) = (.string(Self.hours), .integer(seconds))
        }
        return json
    }
}
