package import Attendance
package import FoundationEssentials
import Postgres

/// A message that this server has claimed, with what its person and its request allow now.
package struct DueReminder: Sendable {
    package let id: Int64
    package let person: PersonID
    /// The person's own office.
    package let office: OfficeID
    package let kind: ReminderKind
    /// Stands for the person's working day, or is the request.
    package let caseID: UUID
    /// The working day of the session; nil for a request.
    let day: CivilDate?
    /// The office of the day, if the person is asked for its clock-out; nil for other messages.
    let questionOffice: OfficeID?
    package let channel: ReminderChannel
    /// The number of attempts, with this one.
    package let attempts: Int64
    /// When its case was found.
    private let madeAt: Instant
    /// Whether the person works here and has reminders switched on.
    package let isOn: Bool
    /// The address that the person confirmed, or that of the account; nil: none.
    package let email: String?
    /// nil: the message is an e-mail, or the person has removed the browser.
    package let device: PushDevice?
    /// The language of the message, such as `en`; empty: the person has chosen none.
    package let language: String
    /// nil: there is no such request.
    let requestState: CorrectionRequest.State?
    /// The instant that the request is about; nil: unknown, or it is about another person's record.
    let requestAt: Instant?
    /// Whether the person is one of those to whom the open request is announced.
    let isDecider: Bool

    /// The greatest number of attempts. With ``retryWait`` they end within 24 hours.
    static let mostAttempts: Int64 = 29

    /// The time until the next attempt after a temporary failure: a minute, doubling to an hour; nil: there is no other attempt.
    package var retryWait: Duration? { Self.retryWait(afterAttempts: attempts) }

    /// Whether no attempt is left, because earlier ones ended without a result.
    package var isGivenUp: Bool { attempts > Self.mostAttempts }

    /// Whether a manager or HR asks the person.
    package var isQuestion: Bool { questionOffice != nil }

    /// Whether the message is too old, because servers did not run or had no mail server for days.
    package func isOutdated(at now: Instant) -> Bool { madeAt < now - Self.greatestAge }

    private static let greatestAge = Duration.seconds(2 * 86_400)

    static func retryWait(afterAttempts attempts: Int64) -> Duration? {
        guard attempts < mostAttempts else { return nil }
        return .seconds(min(60 << min(max(attempts, 1) - 1, 6), 3600))
    }

    /// Reads a row of `Reminders/claim`.
    init(_ row: PostgresRow) throws {
        id = try row.get("id")
        person = try row.get("person_id")
        office = try row.get("office_id")
        kind = try row.choice("kind")
        caseID = try row.get("case_id")
        day = try row.getIfPresent("day", as: Int64.self).map { CivilDate(daysSince1970: $0) }
        questionOffice = try row.getIfPresent("question_office_id")
        channel = try row.choice("channel")
        attempts = try row.get("attempts")
        madeAt = try row.instant("made_at")
        isOn = try row.get("is_on")
        email = try row.getIfPresent("email")
        device = try row.getIfPresent("device_id", as: Int64.self).map { _ in try PushDevice(row, id: "device_id") }
        language = try row.get("language")
        requestState = try row.getIfPresent("request_state", as: String.self).flatMap(CorrectionRequest.State.init)
        requestAt = try row.instantIfPresent("request_at")
        isDecider = try row.get("is_decider")
    }
}

/// What a message says.
package enum ReminderOccasion: Sendable, Equatable {
    /// - Parameter isOpen: whether the session can still be ended by a tap.
    case missingEnd(on: CivilDate, isOpen: Bool)
    /// A manager or HR asks for the clock-out.
    case asked(on: CivilDate)
    /// - Parameter day: the working day of the request; nil: unknown, or the request is about another person's record.
    case decided(isApproved: Bool, on: CivilDate?)
    case waiting
}

extension PushDevice {
    /// Reads columns by their names in the table `push_subscription`.
    init(_ row: PostgresRow, id: String = "id") throws {
        self.init(
            id: try row.get(id), endpoint: try row.get("endpoint"),
            publicKey: try row.bytes("public_key"),
            authentication: try row.bytes("authentication"), name: try row.get("name"),
            createdAt: try row.instant("created_at"))
    }
}
