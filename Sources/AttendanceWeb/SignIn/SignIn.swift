import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// Begins and ends sessions, for all sign-in methods.
struct SignIn {
    let services: WebServices

    /// Begins a session with a new token, which replaces the browser's earlier session, and redirects to `address`. Called for
    /// no GET except the provider's callback.
    /// - Throws: ``WebError/signInNeeded`` if the person has left in the meantime.
    func begin(
        for person: Person, by way: SignInWay, from origin: SessionOrigin = SessionOrigin(), _ request: Request,
        then address: ReturnAddress = .map
    ) async throws -> Response {
        let cookie = services.sessionCookie
        let device = DeviceName(userAgent: request.headers[.userAgent])
        guard
            let token = try await services.store.sessions.beginSession(
                for: person.id, on: device.text, by: way, from: origin, replacing: cookie.value(in: request),
                now: services.now())
        else { throw WebError.signInNeeded }
        var response = Response.redirect(address.text)
        let lifetime = SignInSession.cookieLifetime(until: origin.expiresAt, at: services.now())
        cookie.set(token, lifetime: lifetime, on: &response)
        // The return address is used. A sign-in that was started elsewhere must not open it again.
        services.goalCookie.remove(from: &response)
        let known = services.deviceCookie
        if known.value(in: request).flatMap({ services.devices.device(in: $0, of: person.userName) }) == nil {
            known.set(services.devices.value(for: person.userName), lifetime: DeviceCookie.lifetime, on: &response)
        }
        return response
    }

    /// Clears the browser's cached pages, including those of the back button (Clear Site Data). Its storage stays, because a
    /// phone keeps unsent taps there, which belong to the record.
    static let clearSiteData = (name: "Clear-Site-Data", value: "\"cache\"")

    /// Signs the browser out: ends the session and removes its cookie.
    func end(_ request: Request) async throws -> Response {
        let cookie = services.sessionCookie
        if let token = cookie.value(in: request) {
            try await services.store.sessions.endSession(withToken: token, now: services.now())
        }
        var response = Response.redirect(Address.signIn)
        cookie.remove(from: &response)
        response.headers.set(Self.clearSiteData.name, to: Self.clearSiteData.value)
        return response
    }
}
