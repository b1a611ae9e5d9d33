import ArgumentParser
import Attendance
import AttendanceStore

/// A thing's name in its kept form.
/// - Parameter owner: such as `A display's`.
/// - Throws: `ValidationError`
func thingName(_ text: String, _ owner: String) throws -> String {
    guard let name = ThingName.given(text) else {
        throw ValidationError("\(owner) name has 1 to \(ThingName.longest) characters.")
    }
    return name
}

/// A reason or a purpose in its kept form.
/// - Parameter option: such as `--reason`.
/// - Throws: `ValidationError` if it is blank.
func sentences(_ text: String, _ option: String) throws -> String {
    guard let sentences = TypedText.sentences(text) else { throw ValidationError("\(option) must not be empty.") }
    return sentences
}
