import ArgumentParser
import Attendance
import AttendanceStore

/// A reason or a purpose in its kept form.
/// - Parameter option: such as `--reason`.
/// - Throws: `ValidationError` if it is blank.
func sentences(_ text: String, _ option: String) throws -> String {
    guard let sentences = TypedText.sentences(text) else { throw ValidationError("\(option) must not be empty.") }
    return sentences
}
