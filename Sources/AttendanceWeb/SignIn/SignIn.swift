import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// What every way of signing in ends with, whatever it began with.
struct SignIn {
    let services: WebServices

    /// Signs the browser in with a new token, whatever it came with, and sends it on. Never done for a GET but a
    /// provider's.
    /// - Parameter address: where it wanted to go.
    /// - Throws: ``WebError/signInNeeded`` where the person has left meanwhile.
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
        // It got where it wanted to go. A way of signing in that was begun in another place must not lead there once more.
        services.goalCookie.remove(from: &response)
        let known = services.deviceCookie
        if known.value(in: request).flatMap({ services.devices.device(in: $0, of: person.userName) }) == nil {
            known.set(services.devices.value(for: person.userName), lifetime: DeviceCookie.lifetime, on: &response)
        }
        return response
    }

    /// Has the browser forget the pages that it keeps, also those that a step back would show (Clear Site Data). Its storage stays:
    /// a phone keeps taps there that no server has answered yet, and they belong to the record.
    static let clearSiteData = (name: "Clear-Site-Data", value: "\"cache\"")

    /// Signs the browser out: its session ends, here and with the server.
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
