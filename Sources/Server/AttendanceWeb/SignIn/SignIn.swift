import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// Begins and ends sessions, for all sign-in methods.
struct SignIn {
    let sessions: SessionStore
    let devices: DeviceCookie
    let cookies: Cookies

    /// Begins a session with a new token, which replaces the browser's earlier session, and redirects to `address`. Called for
    /// no GET except the provider's callback.
    /// - Throws: ``WebError/signInNeeded`` if the person has left in the meantime.
    func begin(
        for person: Person, by way: SignInWay, from origin: SessionOrigin = SessionOrigin(), _ request: Request,
        _ context: WebContext, then address: ReturnAddress = .map
    ) async throws -> Response {
        let cookie = cookies.session
        guard
            let token = try await sessions.beginSession(
                for: person.id, on: DeviceName(userAgent: request.headers[.userAgent]).text, by: way, from: origin,
                replacing: cookie.value(in: request), now: context.now)
        else { throw WebError.signInNeeded }
        var response = Response.redirect(address.text)
        let lifetime = SignInSession.cookieLifetime(until: origin.expiresAt, at: context.now)
        cookie.set(token, lifetime: lifetime, on: &response)
        // The return address is used. A sign-in that was started elsewhere must not open it again.
        cookies.goal.remove(from: &response)
        if device(in: request, of: person.userName) == nil {
            cookies.device.set(devices.value(for: person.userName), lifetime: DeviceCookie.lifetime, on: &response)
        }
        return response
    }

    /// The number of a browser in which this person signed in before.
    func device(in request: Request, of userName: String) -> String? {
        cookies.device.value(in: request).flatMap { devices.device(in: $0, of: userName) }
    }

    /// Clears the browser's cached pages, including those of the back button (Clear Site Data). Its storage stays, because a
    /// phone keeps unsent taps there, which belong to the record.
    static let clearSiteData = (name: "Clear-Site-Data", value: "\"cache\"")

    /// Signs the browser out: ends the session and removes its cookie.
    func end(_ request: Request, _ context: WebContext) async throws -> Response {
        let cookie = cookies.session
        if let token = cookie.value(in: request) {
            try await sessions.endSession(withToken: token, now: context.now)
        }
        var response = Response.redirect(Address.signIn)
        cookie.remove(from: &response)
        response.headers.set(Self.clearSiteData.name, to: Self.clearSiteData.value)
        return response
    }
}
