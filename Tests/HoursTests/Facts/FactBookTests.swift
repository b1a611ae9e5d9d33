import Hours
import JSON
import Testing

@Suite struct `Fact book` {
    /// What a book refuses, such as `2 bad_date`; `-` without an id.
    private func refused(_ facts: [JSONValue]) -> [String] {
        FactBook(facts).rejected.map { "\($0.id ?? "-") \($0.reason.rawValue)" }
    }

    private func fact(
        _ type: FactType, _ id: String, _ seq: Int64, _ fields: KeyValuePairs<String, JSONValue?> = [:]
    ) -> JSONValue {
        SampleFacts.fact(type, id: id, seq: seq, with: fields)
    }

    private func void(_ id: String, _ seq: Int64, of target: String) -> JSONValue {
        fact(.void, id, seq, ["target": .string(target)])
    }

    /// An account, a kind that uses it, and a schedule.
    private var basis: [JSONValue] { [fact(.account, "a", 1), fact(.kind, "k", 2), fact(.schedule, "s", 3)] }

    @Test func `Facts of all types are accepted together`() {
        let facts = FactType.allCases.enumerated().map { fact($1, "\($0)", Int64($0)) }
        let book = FactBook(facts)
        #expect(book.rejected.isEmpty)
        #expect(book.people.keys.sorted() == ["mia"])
        #expect(book.people["mia"]?.grants.map(\.id) == ["6"])
        #expect(book.people["mia"]?.absences.map(\.id) == ["7"])
        #expect(book.people["mia"]?.adjustments.map(\.id) == ["8"])
        #expect(book.people["mia"]?.confirmations.map(\.id) == ["9"])
        #expect(book.people["mia"]?.approvals.map(\.id) == ["10"])
        #expect(book.people["mia"]?.closings.map(\.id) == ["11"])
        #expect(book.common.accounts.keys.sorted() == ["leave"])
    }

    @Test func `Refused facts are listed by seq, those without a seq last`() {
        let facts = [
            fact(.employment, "x", 1, ["seq": "1"]), fact(.employment, "c", 9, ["from": nil]), [],
            fact(.absence, "b", 5, ["kind": "unknown"]), fact(.employment, "a", 2, ["user": nil]),
            fact(.employment, "", 3, ["id": 12]), fact(.employment, "y", 4, ["seq": nil]),
        ]
        #expect(
            refused(facts)
                == [
                    "a bad_value", "- bad_value", "b unknown_reference", "c bad_date", "x bad_value", "- bad_value",
                    "y bad_value",
                ])
    }

    @Test func `Facts take effect in the order of seq, not of the list`() {
        let later = fact(.adjustment, "2", 2, ["s": 2])
        let book = FactBook([later, fact(.adjustment, "1", 1, ["s": 1])])
        #expect(book.people["mia"]?.adjustments.map(\.value.seconds) == [1, 2])
    }

    // MARK: Duplicates

    @Test func `A fact with the id of an earlier one is a duplicate, whatever else is wrong with it`() {
        let first = fact(.employment, "1", 1)
        #expect(refused([first, fact(.employment, "1", 2)]) == ["1 duplicate"])
        #expect(refused([fact(.employment, "1", 2), fact(.adjustment, "1", 1)]) == ["1 duplicate"])
        #expect(refused([first, fact(.employment, "1", 2, ["type": "payment"])]) == ["1 duplicate"])
        #expect(refused([first, fact(.employment, "1", 2, ["from": nil])]) == ["1 duplicate"])
        #expect(refused([first, fact(.employment, "1", 2, ["user": nil])]) == ["1 duplicate"])
        #expect(refused([first, fact(.employment, "1", 2, ["seq": nil])]) == ["1 duplicate"])
        #expect(refused([first, first, first]) == ["1 duplicate", "1 duplicate"])
    }

    @Test func `The fact with the lowest seq keeps an id`() {
        let book = FactBook([fact(.adjustment, "1", 2, ["s": 2]), fact(.adjustment, "1", 1, ["s": 1])])
        #expect(book.people["mia"]?.adjustments.map(\.value.seconds) == [1])
    }

    @Test func `The id of a fact that was refused alone is free`() {
        #expect(refused([fact(.employment, "1", 1, ["from": nil]), fact(.employment, "1", 2)]) == ["1 bad_date"])
    }

    @Test func `The id of a fact that was refused for its references is taken`() {
        let facts = [fact(.absence, "1", 1, ["kind": "unknown"]), fact(.employment, "1", 2)]
        #expect(refused(facts) == ["1 unknown_reference", "1 duplicate"])
    }

    @Test func `Ids are compared as they are`() {
        #expect(refused([fact(.employment, "a", 1), fact(.employment, "A", 2), fact(.employment, "a ", 3)]).isEmpty)
    }

    // MARK: References

    @Test func `A reference to a name that no fact defines is refused`() {
        #expect(refused([fact(.terms, "1", 1)]) == ["1 unknown_reference"])
        #expect(refused([fact(.kind, "1", 1)]) == ["1 unknown_reference"])
        #expect(refused([fact(.grant, "1", 1)]) == ["1 unknown_reference"])
        #expect(refused([fact(.absence, "1", 1)]) == ["1 unknown_reference"])
        // Names of other types do not count.
        #expect(refused(basis + [fact(.terms, "1", 9, ["schedule": "leave"])]) == ["1 unknown_reference"])
        #expect(refused(basis + [fact(.grant, "1", 9, ["account": "full"])]) == ["1 unknown_reference"])
    }

    @Test func `Fields that name nothing refer to nothing`() {
        #expect(refused([fact(.kind, "1", 1, ["account": nil])]).isEmpty)
        #expect(refused([fact(.terms, "1", 1, ["schedule": nil]), fact(.terms, "2", 2, ["schedule": .null])]).isEmpty)
        #expect(refused([fact(.terms, "1", 1, ["schedule": "inherit"])]).isEmpty)
        // Calendars need no definition.
        #expect(refused([fact(.terms, "1", 1, ["schedule": nil, "calendars": ["unknown"]])]).isEmpty)
    }

    @Test func `A reference to a later fact is known`() {
        let facts = [fact(.terms, "1", 1), fact(.absence, "2", 2), fact(.grant, "3", 3), fact(.kind, "4", 4)]
        #expect(refused(facts + [fact(.account, "5", 5), fact(.schedule, "6", 6)]).isEmpty)
    }

    @Test func `A name whose fact is void is still known`() {
        #expect(refused(basis + [void("v", 4, of: "s"), fact(.terms, "1", 5)]).isEmpty)
        #expect(refused(basis + [void("v", 4, of: "k"), fact(.absence, "1", 5)]).isEmpty)
        #expect(refused(basis + [void("v", 4, of: "a"), fact(.grant, "1", 5)]).isEmpty)
    }

    @Test func `A fact that was refused alone defines no name`() {
        let facts = [fact(.schedule, "1", 1, ["days": []]), fact(.terms, "2", 2)]
        #expect(refused(facts) == ["1 bad_value", "2 unknown_reference"])
    }

    @Test func `A kind that was refused for its account is known, and has no effect`() {
        #expect(refused([fact(.kind, "1", 1), fact(.absence, "2", 2)]) == ["1 unknown_reference"])
    }

    // MARK: Voids

    @Test func `A void of an unknown fact, of a void or of a close is refused`() {
        #expect(refused([void("1", 1, of: "unknown")]) == ["1 unknown_target"])
        #expect(refused([void("1", 1, of: "1")]) == ["1 unknown_target"])
        #expect(refused([fact(.close, "1", 1), void("2", 2, of: "1")]) == ["2 unknown_target"])
        #expect(refused([fact(.adjustment, "1", 1), void("2", 2, of: "1"), void("3", 3, of: "2")]) == ["3 unknown_target"])
        #expect(
            refused([fact(.adjustment, "1", 1, ["s": nil]), void("2", 2, of: "1")]) == ["1 bad_value", "2 unknown_target"])
    }

    @Test(arguments: [.confirm, .approve, .adjustment, .employment, .holiday, .account] as [FactType])
    func `A void of another fact is accepted, also twice and before it`(type: FactType) {
        #expect(refused([void("1", 1, of: "2"), fact(type, "2", 2), void("3", 3, of: "2")]).isEmpty)
    }

    @Test func `A void removes the fact of a person`() {
        let absences = [fact(.absence, "1", 4), fact(.absence, "2", 5)]
        let book = FactBook(basis + absences + [void("3", 6, of: "1")])
        #expect(book.people["mia"]?.absences.map(\.id) == ["2"])
    }

    @Test func `A void removes a common fact`() {
        let accounts = [fact(.account, "1", 1, ["day_s": 2]), fact(.account, "2", 2, ["day_s": 4])]
        #expect(FactBook(accounts).common.accounts["leave"]?.daySeconds == 2)
        #expect(FactBook(accounts + [void("3", 3, of: "1")]).common.accounts["leave"]?.daySeconds == 4)
    }

    @Test func `A refused void removes nothing`() {
        let facts = [fact(.adjustment, "1", 1), void("2", 2, of: "1"), void("3", 3, of: "2")]
        #expect(FactBook(facts).people["mia"]?.adjustments.isEmpty == true)
        #expect(FactBook([fact(.close, "1", 1), void("2", 2, of: "1")]).people["mia"]?.closings.count == 1)
    }

    @Test func `A fact that is recorded again after its void counts`() {
        let book = FactBook(basis + [fact(.absence, "1", 4), void("2", 5, of: "1"), fact(.absence, "3", 6)])
        #expect(book.people["mia"]?.absences.map(\.id) == ["3"])
    }

    @Test func `The same id cannot be recorded again after its void`() {
        #expect(refused(basis + [fact(.absence, "1", 4), void("2", 5, of: "1"), fact(.absence, "1", 6)]) == ["1 duplicate"])
    }

    // MARK: One fact

    @Test func `A new fact is checked against known names and targets`() throws {
        let references = FactReferences(
            types: ["1": .absence, "2": .close], schedules: ["full"], accounts: ["leave"], kinds: ["leave"])
        for type in FactType.allCases where type != .void {
            let new = try Fact(reading: fact(type, "9", 9))
            #expect(throws: Never.self) { try references.check(new) }
        }
        let (absence, close) = (try Fact(reading: void("9", 9, of: "1")), try Fact(reading: void("9", 9, of: "2")))
        #expect(throws: Never.self) { try references.check(absence) }
        #expect(throws: FactRejection.unknownTarget) { try references.check(close) }
        let grant = try Fact(reading: fact(.grant, "9", 9))
        #expect(throws: FactRejection.unknownReference) { try FactReferences().check(grant) }
    }
}
