package import Attendance
import JSON

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
