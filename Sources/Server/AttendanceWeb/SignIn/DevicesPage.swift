import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

struct DevicesPage: Page {
    static let template = "pages/SignIn/devices"

    struct Device: Sendable {
        let name: String
        let isThis: Bool
        /// Such as `last used 09:12`: the last use is stored at most once in five minutes.
        let use: String
        /// Such as `signed in on 20 Nov 2026 with a sign-in link`.
        let beginning: String
        let endAddress: String

        /// - Parameters:
        ///   - user: the owner's user name.
        ///   - endAddress: nil: that of the owner's page.
        init(
            _ device: SignedInDevice, isThis: Bool, of user: String, now: Instant, _ clock: LocalClock,
            endAddress: String? = nil
        ) {
            name = DeviceName.words(device.device)
            self.isThis = isThis
            use = localized("device.used", ["when": clock.time(device.usedAt.seconds, asOf: now.seconds)])
            let way =
                switch device.linkAuthor {
                // The owner's own, such as the code of this page.
                case let author? where author.userName == user: localized("device.began.code")
                case let author?: localized("device.began.linkFrom", ["name": author.displayName])
                case nil: localized("device.began.\(device.way)")
                }
            beginning = localized("device.began", ["day": clock.date(device.beganAt.seconds).short, "way": way])
            self.endAddress = endAddress ?? Address.endDevice(device.id)
        }
    }

    /// The QR code for a phone.
    struct Code: Sendable {
        let side: Int
        let path: String
        let address: String
    }

    let navigation: Navigation
    var problem: String?
    /// A new ``FormToken``.
    let form: String
    let devices: [Device]
    /// The recent ways to sign in as the person, latest first.
    let ways: [SignInNotice]
    let hasOthers: Bool
    let hasPassword: Bool
    /// When sessions of the person's role end; nil: as those of most people.
    let sessionEnd: String?
    /// Such as `Wrong passwords in the last 90 days: 3, the latest on 20 Nov, 12:00.`; nil: none.
    let failures: String?
    let endOthersAddress = Address.endOtherDevices
    let phoneAddress = Address.addPhone
    let devicesAddress = Address.myDevices
    let passwordAddress = Address.myPassword
    let noticeDays = SignInNotice.shownFor.days
    let phoneMinutes = DeviceRoutes.phoneLinkLifetime.minutes
    var code: Code?

    init(
        navigation: Navigation, devices: [Device], ways: [SignInNotice], hasPassword: Bool, failures: FailedSignIns?,
        sessions: PrivilegedSessions?, form: FormToken, _ clock: LocalClock
    ) {
        sessionEnd = sessions.map { sessions in
            sessions == .strict
                ? localized("device.ends.strict", ["minutes": "\(sessions.idle.minutes)", "hours": "\(sessions.age.hours)"])
                : localized("device.ends", ["days": "\(sessions.idle.days)"])
        }
        self.failures = failures.map { failures in
            localized(
                "device.failures",
                [
                    "days": "\(PasswordStore.failureMemory.days)", "count": "\(failures.count)",
                    "when": clock.dayAndTime(failures.latest.seconds),
                ])
        }
        self.navigation = navigation
        self.form = form.text
        self.devices = devices
        self.ways = ways
        hasOthers = devices.contains { !$0.isThis }
        self.hasPassword = hasPassword
    }
}
