import Attendance
import AttendanceStore
import Localization

/// That a way to sign in as a person was made or used by another person, as the person's own page shows it.
struct SignInNotice: Sendable {
    let what: String
    /// Such as `20 Nov 2026 12:00, by Lea Root`.
    let madeBy: String

    /// What of an account's log is shown.
    static let fields: [AdminLogEntry.Field] = [.signInLink, .linkUsed, .key, .password, .identity]
    /// Seconds for which `/me/devices` shows one: 90 days, as long as an unused session lasts.
    static let shownFor: Int64 = SignInSession.idleLifetime
    /// Seconds for which `/me` points to one that another person or a command made: two weeks.
    static let noticedFor: Int64 = 14 * 86_400

    init(_ entry: AdminLogEntry, _ clock: LocalClock) {
        func when(_ instant: Instant) -> String { clock.dayAndTime(instant.seconds) }
        what = AccountPage.sentence(entry, when)
        madeBy = localized("account.log.by", ["when": when(entry.at), "who": AccountPage.author(entry.author)])
    }

    /// Whether another person or a command made it, and not the person themselves or their own sign-in at a provider.
    static func isByOthers(_ entry: AdminLogEntry, of userName: String) -> Bool {
        switch entry.author {
        case .person(let author, _): author != userName
        case .command, .provisioner: true
        case .provider: false
        }
    }
}
