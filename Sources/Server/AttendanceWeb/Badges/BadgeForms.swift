import Attendance
import AttendanceStore
import Localization
import WebServer

/// The forms for the badges of a person, on the page of the person's account.
struct BadgeForms {
    let badges: BadgeStore

    /// How long a reader waits for the badge to enrol, in seconds.
    private static let wait = Duration.seconds(300)

    func enrol(for person: PersonID, _ fields: BodyFields, by author: ChangeAuthor, now: Instant) async throws {
        let reader = try fields.required("reader", localized("account.chooseReader"), .missingReader)
        try await badges.awaitBadge(of: person, at: reader, by: author, from: now, within: Self.wait)
    }

    /// - Parameter id: of the badge, in the address.
    func remove(_ id: String, of person: PersonID, by author: ChangeAuthor, now: Instant) async throws {
        let known = try await badges.badges(of: person)
        guard let badge = BadgeID(id), known.contains(where: { $0.id == badge }),
            try await badges.removeBadge(badge, by: author, now: now)
        else { throw WebError(.notFound, localized("account.unknownBadge"), reason: .unknownBadge) }
    }
}
