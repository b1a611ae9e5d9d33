import Mustache

/// What is wrong in the fields of a form. Templates read the sentence of a field by its name, such as `problems.hours`.
struct FieldProblems: Sendable {
    private var sentences: [(field: String, sentence: String)] = []

    /// Adds a problem, unless the field already has one.
    mutating func add(_ field: String, _ sentence: String) {
        if self[field] == nil { sentences.append((field, sentence)) }
    }

    subscript(field: String) -> String? { sentences.first { $0.field == field }?.sentence }

    /// That of the first wrong field; nil: nothing is wrong.
    var first: String? { sentences.first?.sentence }
}

extension FieldProblems: MustacheParent {
    func child(named name: String) -> Any? { self[name] }
}
