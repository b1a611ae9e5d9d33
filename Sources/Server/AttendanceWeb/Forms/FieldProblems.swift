import Attendance
import AttendanceStore
import Localization
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

    /// What the form describes.
    /// - Throws: ``WebError`` for the first problem.
    func require<Value>(_ value: Value?) throws(WebError) -> Value {
        guard let value, first == nil else { throw .badRequest(first ?? "", reason: .badSetting) }
        return value
    }

    // MARK: Fields

    /// The first day that is typed in the field `from`; nil: it is wrong.
    mutating func firstDay(_ text: String) -> CivilDate? {
        let day = CivilDate(entered: text)
        if day == nil { add("from", localized("office.badDay")) }
        return day
    }

    /// The name that is typed in the field `name`; nil: it is wrong.
    mutating func name(_ text: String) -> String? {
        do throws(StoreError) {
            return try ThingName.given(text)
        } catch {
            add("name", error.sentence ?? "")
            return nil
        }
    }
}

extension FieldProblems: MustacheParent {
    func child(named name: String) -> Any? { self[name] }
}
