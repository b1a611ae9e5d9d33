import WebServer

extension WebServices {
    /// Contains the random token of a session. The database stores its hash.
    var sessionCookie: BrowserCookie { BrowserCookie("desktap", publicURL: publicURL) }

    /// Marks a browser in which a person signed in before (``DeviceCookie``).
    var deviceCookie: BrowserCookie { BrowserCookie(DeviceCookie.name, publicURL: publicURL) }
}
