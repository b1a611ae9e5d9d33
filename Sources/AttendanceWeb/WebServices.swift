package import Attendance
package import AttendanceStore

/// What the routes work with.
package struct WebServices: Sendable {
    let store: AttendanceStore
    let recorder: TapRecorder
    let access: AccessCache
    let broadcast: PresenceBroadcast
    let pages: Pages
    let cookies: SessionCookie
    /// Whether browsers reach the server by https, so that cookies may be kept to it.
    let isSecure: Bool
    /// The folder `web/static`.
    let staticFolder: String
    let now: @Sendable () -> Instant

    package init(
        store: AttendanceStore, recorder: TapRecorder, access: AccessCache, broadcast: PresenceBroadcast, pages: Pages,
        cookies: SessionCookie, isSecure: Bool, staticFolder: String, now: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        self.recorder = recorder
        self.access = access
        self.broadcast = broadcast
        self.pages = pages
        self.cookies = cookies
        self.isSecure = isSecure
        self.staticFolder = staticFolder
        self.now = now
    }
}
