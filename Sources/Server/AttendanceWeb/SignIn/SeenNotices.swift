import Attendance
import AttendanceStore
import Hummingbird
import WebServer

/// Until when a person has confirmed the notices on the own page, in a cookie. The database does not have it: otherwise an
/// intruder who is signed in as the person could hide a notice from the person's own browsers.
struct SeenNotices: Sendable {
    let cookie: BrowserCookie

    /// - Returns: nil if the person has confirmed no notice in this browser.
    func until(for person: PersonID, in request: Request) -> Instant? {
        let parts = cookie.value(in: request)?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, parts[0] == "\(person)", let milliseconds = Int64(parts[1]) else { return nil }
        return Instant(millisecondsSince1970: milliseconds)
    }

    /// Remembers the instant for as long as the page shows a notice.
    func set(_ instant: Instant, for person: PersonID, on response: inout Response) {
        cookie.set("\(person).\(instant.millisecondsSince1970)", lifetime: SignInNotice.noticedFor, on: &response)
    }
}
