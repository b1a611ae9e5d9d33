import Attendance
import AttendanceStore
import Localization

/// A note as the record shows it at its day.
struct DayNoteModel: Sendable {
    let noteAuthor: String
    let writtenAt: String
    let noteText: String

    init(_ note: DayNote, _ clock: LocalClock) {
        noteAuthor = note.author.displayName
        writtenAt = clock.dayAndTime(note.at.seconds)
        noteText = note.text
    }

    /// The form that writes the viewer's note on a day. Without a text, or by its second button, it removes the note.
    struct Form: Sendable {
        let noteAction: String
        let noteVerb: String
        /// The note to change; empty: the day has none of the viewer's.
        let typedNote: String
        let hasNote: Bool

        /// - Parameters:
        ///   - notes: those on the day.
        ///   - isOwn: whether the viewer is the person. Otherwise the form changes the note of HR.
        init(on day: CivilDate, of user: String, _ notes: [DayNote], isOwn: Bool) {
            noteAction = Address.noteDay(user, day)
            typedNote = notes.first { $0.isOwn == isOwn }?.text ?? ""
            hasNote = !typedNote.isEmpty
            noteVerb = localized(hasNote ? "record.note.change" : "record.note.add")
        }
    }
}
