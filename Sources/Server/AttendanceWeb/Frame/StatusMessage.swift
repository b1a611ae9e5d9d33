import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The result of an action, shown once, on the page that follows it. The texts are `done.NAME` in the catalogues.
enum StatusMessage: String, Sendable, CaseIterable {
    case requestSent, requestApproved, requestRejected, requestWithdrawn, correctionSaved
    case tapReleased, tapDiscarded, flagConfirmed, confirmationWithdrawn, tapsChanged
    case clockOutAsked, nothingAsked
    case nameShown, nameHidden
    case changesSaved, administratorNeedsPassword, personAdded, personReactivated
    case lastDaySet, lastDayWithdrawn, personDeactivated, personDeactivatedClockedIn
    case personSignedOut, linksWithdrawn, keysRevoked, enrolmentStarted, badgeRemoved
    case plannedChangeCancelled, officeAdded, teamAdded, floorAdded, floorRemoved, draftDiscarded, layoutDeleted
    case readerRevoked, displayConnected, displayRevoked, tagRetired, tagReplaced
    case signedIn, signedOut, passwordSaved, deviceSignedOut, devicesSignedOut
    case confirmationSent, emailConfirmed, emailRemoved, browserAdded, browserRemoved, testSent, erased, invitationsSent
    case legalHoldSet, legalHoldReleased, peopleChanged, entryRemoved

    /// Whether nothing was done.
    var isRefusal: Bool { [.tapsChanged, .nothingAsked].contains(self) }

    /// Whether the text names a day.
    var namesDay: Bool { [.lastDaySet, .personDeactivated, .personDeactivatedClockedIn].contains(self) }

    /// Whether the text has a number of people.
    var countsPeople: Bool { self == .peopleChanged }

    var text: String { text(for: nil) }

    /// - Parameters:
    ///   - name: the name of the signed-in person; nil on a page without a menu.
    ///   - day: the day that the text names.
    ///   - count: of people.
    func text(for name: String?, on day: CivilDate? = nil, count: Int = 0) -> String {
        localized(
            "done.\(rawValue)",
            [
                "name": name ?? "", "minutes": "\(FreshSignIn.lifetime.minutes)", "day": day?.short ?? "", "count": "\(count)",
            ])
    }
}

extension Response {
    /// A redirect after an action. The page that follows shows the message, and the hours that a correction changed.
    /// - Parameters:
    ///   - owner: the person whose hours or tap these are, or the requester of a rejected request; nil: the viewer.
    ///   - day: the day that the message names.
    ///   - people: the numbers that the message has.
    static func redirect(
        _ address: String, done message: StatusMessage, hours: [HoursChange] = [], of owner: PersonID? = nil,
        on day: CivilDate? = nil, people: PeopleStore.ChangedPeople? = nil
    ) -> Response {
        Response.redirect(address).with(message, hours: hours, of: owner, on: day, people: people)
    }

    /// The same redirect, with a message for the page that follows.
    func with(
        _ message: StatusMessage, hours: [HoursChange] = [], of owner: PersonID? = nil, on day: CivilDate? = nil,
        people: PeopleStore.ChangedPeople? = nil
    ) -> Response {
        var response = self
        response.headers[.statusMessage] = StatusNotice(message, hours: hours, of: owner, on: day, people: people).text
        return response
    }
}

extension HTTPField.Name {
    /// From a route to ``StatusMessages``; never sent.
    fileprivate static let statusMessage = name("desktap-done")
    fileprivate static let fetchMode = name("Sec-Fetch-Mode")

    private static func name(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("a malformed field name") }
        return name
    }
}

/// Carries a message from the response to an action to the page that follows, in a cookie that this page deletes.
struct StatusMessages: Sendable {
    let cookie: BrowserCookie

    private static let lifetime = Duration.seconds(60)

    /// The notice to show; nil for requests that no page answers, or that a script makes (Fetch Metadata, 2.3).
    func notice(for request: Request) -> StatusNotice? {
        guard request.method == .get, request.wantsPage, request.headers[.fetchMode] ?? "navigate" == "navigate" else {
            return nil
        }
        return cookie.value(in: request).flatMap { StatusNotice($0) }
    }

    /// - Parameter shown: the notice for the request.
    func finish(_ response: inout Response, shown: StatusNotice?) {
        if let next = response.headers[.statusMessage] {
            response.headers[.statusMessage] = nil
            cookie.set(next, lifetime: Self.lifetime, on: &response)
        } else if shown != nil, response.status.kind != .redirection {
            cookie.remove(from: &response)
        }
    }
}
