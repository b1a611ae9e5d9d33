import AttendanceStore
import Localization
import TestOffice

extension ImportFault<LineFault> {
    /// The English sentence, with the values as they are.
    var said: String { get throws { try English.words().text("import.wrong.\(kind)", values) } }
}

extension ImportFault<HeaderError> {
    /// The English sentence.
    var said: String { get throws { try English.words().text("import.header.\(kind)", values) } }
}

private enum English {
    private static let read = Result { try Words(folder: TestOffice.checkout + "/web/words")[.en] }
    static func words() throws -> Catalogue { try read.get() }
}
