import Attendance
import AttendanceStore
import Hummingbird
import WebServer

/// Decides whether the page of a tag taps without a touch. Any site can open a tag's address in a signed-in browser. Therefore the
/// address must contain what no other site knows: the word of the desk's printed code, or of a tag in use there, or the tag's signature.
struct AutomaticTap {
    let words: TagWordStore
    let tags: TagCache

    /// - Parameter word: as in the address; nil: the address has none.
    func isMeant(_ tap: Tap, _ report: TapReport, word: String?, _ request: Request, now: Instant) async throws -> Bool {
        if case .tag(let tag) = report.reading { return try await tags.isSigned(tag, for: tap, now: now) }
        // Without a word, the browser must state that no page led here. After a sign-in, it states that a page of ours did. Over
        // plain http to another machine it states nothing (Fetch Metadata Request Headers, 2.3).
        let isByPerson = request.fetchMetadata(.site) == "none"
        guard word != nil || isByPerson else { return false }
        let words = try await words.tapWords(of: tap.kind, at: tap.desk, in: report.office)
        guard let word else { return words.allowsNone }
        return TagWord(word).map(words.contain) ?? false
    }

    /// Whether an address that taps without a touch still does so after a sign-in: not if only the browser's statement allowed it.
    static func survivesSignIn(_ report: TapReport, word: String?) -> Bool {
        report.tag != nil || word != nil
    }
}
