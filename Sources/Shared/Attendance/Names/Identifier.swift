/// The number of a row in the database. `Noun` says what the row describes, so that an office is not taken for a person.
package struct Identifier<Noun>: Sendable, Hashable, Comparable {
    package let rawValue: Int64

    package init(_ rawValue: Int64) { self.rawValue = rawValue }

    package static func < (left: Identifier, right: Identifier) -> Bool { left.rawValue < right.rawValue }
}

extension Identifier: LosslessStringConvertible {
    package init?(_ text: some StringProtocol) {
        guard let number = Int64(text) else { return nil }
        rawValue = number
    }

    package var description: String { rawValue.description }
}

extension Identifier: ExpressibleByIntegerLiteral {
    package init(integerLiteral number: Int64) { rawValue = number }
}

extension Identifier: Encodable {
    /// As a plain number.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// What an ``Identifier`` can number. Only the names count: nothing is ever of these types.
package enum Noun {
    package enum Badge {}
    package enum BadgeEnrolment {}
    package enum Display {}
    package enum Floor {}
    package enum Office {}
    package enum Person {}
    package enum Provisioner {}
    package enum Reader {}
    package enum SignInSession {}
    package enum Tag {}
    package enum Team {}
}

package typealias BadgeID = Identifier<Noun.Badge>
package typealias DisplayID = Identifier<Noun.Display>
package typealias EnrolmentID = Identifier<Noun.BadgeEnrolment>
package typealias FloorID = Identifier<Noun.Floor>
package typealias OfficeID = Identifier<Noun.Office>
package typealias PersonID = Identifier<Noun.Person>
package typealias ProvisionerID = Identifier<Noun.Provisioner>
package typealias ReaderID = Identifier<Noun.Reader>
package typealias SessionID = Identifier<Noun.SignInSession>
package typealias TagID = Identifier<Noun.Tag>
package typealias TeamID = Identifier<Noun.Team>
