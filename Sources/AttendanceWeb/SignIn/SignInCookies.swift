import WebServer

extension WebServices {
    /// Contains the random token of a session. The database has its hash.
    var sessionCookie: BrowserCookie { BrowserCookie("desktap", publicURL: publicURL) }

    /// Marks a browser in which somebody signed in before (``DeviceCookie``).
    var deviceCookie: BrowserCookie { BrowserCookie(DeviceCookie.name, publicURL: publicURL) }
}
