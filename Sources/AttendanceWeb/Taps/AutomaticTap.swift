import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Decides whether the page of a tag taps by itself. Any site can open a tag's address in a browser that is signed in here, so
/// the address has to say what no other site knows: the word of the desk's printed code, or of a tag in use there.
struct AutomaticTap {
    let store: AttendanceStore

    /// - Parameter word: as the address has it.
    func isMeant(_ tap: Tap, in office: String?, word: String?, _ request: Request) async throws -> Bool {
        // Without a word only the browser can say that no page led here. After a sign-in it says that one of ours did.
        // Over plain http to another machine a browser says nothing (Fetch Metadata Request Headers, 2.3).
        let isByPerson = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] } == "none"
        guard word != nil || isByPerson else { return false }
        let words = try await store.tagWords.tapWords(of: tap.kind, at: tap.desk, in: office)
        guard let word else { return words.allowsNone }
        return TagWord(word).map(words.contain) ?? false
    }

    /// Refuses a tap that a page made by itself without the server, of an address whose word is wrong.
    func check(_ tap: Tap, in office: String?, word: String) async throws {
        guard let word = TagWord(word),
            try await store.tagWords.tapWords(of: tap.kind, at: tap.desk, in: office).contain(word)
        else { throw WebError(.forbidden, localized("tap.wrongWord"), reason: .wrongWord) }
    }
}

extension QueryParameters {
    /// A field of a tag's address: `event`, `desk` or `office`, or by its first letter alone, as on tags with little room.
    func ofTag(_ name: String) -> String? { self[name] ?? self[String(name.prefix(1))] }
}
