package import FoundationEssentials

/// One item of the response to a list of taps.
package struct AnsweredItem: Sendable, Equatable, Decodable {
    package let id: UUID
    /// Nil if the outcome is unknown to this version, or incomplete.
    package let outcome: ServerOutcome?

    package init(_ outcome: ServerOutcome) { (id, self.outcome) = (outcome.id, outcome) }

    /// - Parameter unknown: the id of a tap whose outcome is not understood.
    package init(unknown id: UUID) { (self.id, outcome) = (id, nil) }

    package init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: Key.self).decode(UUID.self, forKey: .id)
        outcome = try? ServerOutcome(from: decoder)
    }

    private enum Key: CodingKey { case id }
}
