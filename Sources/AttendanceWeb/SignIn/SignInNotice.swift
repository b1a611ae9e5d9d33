import Attendance
import AttendanceStore
import Localization

/// A notice on a person's own page that a sign-in method for them was created or used by another person.
struct SignInNotice: Sendable {
    let what: String
    /// Such as `20 Nov 2026 12:00, by Lea Root`; only the time if ``isOwnSignIn``.
    let madeBy: String
    /// Whether the person signed in on this device with the link, as invited. Then it is no warning.
    let isOwnSignIn: Bool

    /// The fields of the account's log that are shown.
    static let fields: [AdminLogEntry.Field] = [.signInLink, .linkUsed, .key, .password, .identity]
    /// How long `/me/devices` shows a notice: the lifetime of an unused session.
    static let shownFor = SignInSession.idleLifetime
    /// How long `/me` shows a notice of a method that another person or a command created: two weeks.
    static let noticedFor = Duration.seconds(14 * 86_400)

    /// - Parameter device: the one on which the notice is shown; nil: unknown.
    init(_ entry: AdminLogEntry, _ clock: LocalClock, on device: SignedInDevice?) {
        func when(_ instant: Instant) -> String { clock.dayAndTime(instant.seconds) }
        if case .person(let author, let name) = entry.author, entry.field == .linkUsed, let device,
            device.linkAuthor?.userName == author, device.beganAt == entry.at
        {
            isOwnSignIn = true
            what = localized("account.log.linkUsedHere", ["name": name])
            madeBy = when(entry.at)
            return
        }
        isOwnSignIn = false
        what = AccountPage.sentence(entry, when)
        madeBy = localized("account.log.by", ["when": when(entry.at), "who": AccountPage.author(entry.author)])
    }

    /// Whether another person, a command or a provisioner made the entry, not the person or their own sign-in at a provider.
    static func isByOthers(_ entry: AdminLogEntry, of userName: String) -> Bool {
        switch entry.author {
        case .person(let author, _): author != userName
        case .command, .provisioner: true
        case .provider: false
        }
    }
}
