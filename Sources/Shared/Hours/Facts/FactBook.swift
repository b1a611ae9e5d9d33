package import JSON

/// Facts from JSON, checked and sorted by the people whom they concern (Hours.docc, "Checks").
package struct FactBook: Sendable {
    /// In the order of `seq`. A fact without one is last. The id is nil if it is missing or no text.
    package let rejected: [(id: String?, reason: FactRejection)]
    package let common: CommonFacts
    /// By user: all people whom an accepted fact names.
    package let people: [String: PersonFacts]

    /// - Parameter values: facts in any order.
    package init(_ values: [JSONValue]) {
        var references = FactReferences()
        let read = values.inOrder.map { value in
            let id = value["id"]?.string
            let result = Result { () throws(FactRejection) in
                if let id, references.contains(id: id) { throw .duplicate }
                return try Fact(reading: value)
            }
            if case .success(let fact) = result { references.add(fact) }
            return (id: id, result: result)
        }
        var (facts, rejected) = ([Fact](), [(id: String?, reason: FactRejection)]())
        for (id, result) in read {
            do throws(FactRejection) {
                let fact = try result.get()
                try references.check(fact)
                facts.append(fact)
            } catch {
                rejected.append((id, error))
            }
        }
        self.rejected = rejected
        (common, people) = Self.sorted(facts)
    }

    /// A void goes to the facts among which its target is.
    private static func sorted(_ facts: [Fact]) -> (common: CommonFacts, people: [String: PersonFacts]) {
        var users: [String: String] = [:]
        for fact in facts { users[fact.id] = fact.user }
        var (common, people) = ([Fact](), [String: [Fact]]())
        for fact in facts {
            let user = if case .void(let target) = fact.content { users[target] } else { fact.user }
            if let user { people[user, default: []].append(fact) } else { common.append(fact) }
        }
        return (CommonFacts(common), people.mapValues(PersonFacts.init))
    }
}

extension [JSONValue] {
    /// By `seq`. Values without one come last, in their own order.
    fileprivate var inOrder: [JSONValue] {
        let positions = map { value in value["seq"]?.integer.map { (0, $0) } ?? (1, 0) }
        return zip(positions, self).sorted { $0.0 < $1.0 }.map(\.1)
    }
}
