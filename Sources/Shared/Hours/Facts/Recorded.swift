/// A fact's content with its id and its position in the order of recording.
package struct Recorded<Value: Sendable & Equatable>: Sendable, Equatable {
    package let id: String
    package let seq: Int64
    package let value: Value

    init(_ fact: Fact, _ value: Value) { (id, seq, self.value) = (fact.id, fact.seq, value) }
}
