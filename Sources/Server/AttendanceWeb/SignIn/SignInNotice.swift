import Attendance
import AttendanceStore
import Localization

/// An entry of a person's sign-in activity, as the person reads it: a new way to sign in, or a sign-in with a link.
struct SignInNotice: Sendable {
    /// Such as `Lea Root created a sign-in link for you.`
    let sentence: String
    /// Such as `20 Nov 2026, 12:00`.
    let when: String
    /// Whether the person signed in on this device with the link, as invited. Then it is no warning.
    let isOwnSignIn: Bool
    /// The time of the entry. Later entries stay new.
    let seenUntil: String
    let seenAddress = Address.seenNotices

    /// The fields of the account's log that are shown.
    static let fields: [AdminLogEntry.Field] = [.signInLink, .linkUsed, .key, .password, .identity]
    /// How long `/me/devices` shows a notice: the lifetime of an unused session.
    static let shownFor = SignInSession.idleLifetime
    /// How long `/me` shows a notice of a method that another person or a command created: two weeks.
    static let noticedFor = Duration.seconds(14 * 86_400)

    /// - Parameters:
    ///   - entry: of one of ``fields``.
    ///   - userName: the owner of the account.
    ///   - device: the one on which the notice is shown; nil: unknown.
    init(_ entry: AdminLogEntry, of userName: String, _ clock: LocalClock, on device: SignedInDevice?) {
        seenUntil = entry.at.rfc3339(precision: .milliseconds)
        when = clock.dayAndTime(entry.at.seconds)
        let isByOwner = !Self.isByOthers(entry, of: userName)
        var values = ["who": Self.author(entry.author)]
        if case .person(let author, _) = entry.author, entry.field == .linkUsed, let device {
            isOwnSignIn = device.linkAuthor?.userName == author && device.beganAt == entry.at
        } else {
            isOwnSignIn = false
        }
        switch entry.field {
        case .linkUsed where isByOwner:
            values["device"] = DeviceName.words(entry.new ?? "")
            sentence = localized("signIn.activity.ownUsed", values)
        case .linkUsed where isOwnSignIn: sentence = localized("signIn.activity.usedHere", values)
        case .linkUsed:
            values["device"] = DeviceName.words(entry.new ?? "")
            sentence = localized("signIn.activity.used", values)
        case .key: sentence = localized("signIn.activity.key", values)
        case .password where entry.new == nil: sentence = localized("signIn.activity.passwordRemoved", values)
        case .password:
            sentence = localized(isByOwner ? "signIn.activity.ownPassword" : "signIn.activity.passwordSet", values)
        case .identity:
            values["name"] = entry.new ?? ""
            sentence = localized(isByOwner ? "signIn.activity.identityByProvider" : "signIn.activity.identity", values)
        case .signInLink where entry.old != nil: sentence = localized("signIn.activity.linksWithdrawn", values)
        default: sentence = localized(isByOwner ? "signIn.activity.ownLink" : "signIn.activity.link", values)
        }
    }

    private static func author(_ author: AdminLogEntry.Author) -> String {
        switch author {
        case .person(_, let name): localized("signIn.activity.byPerson", ["name": name])
        // Only administrators of the server have its commands.
        case .command: localized("signIn.activity.byCommand")
        case .provisioner(let name), .provider(let name): name
        }
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
