import Attendance
import AttendanceStore
import Foundation
import Localization
import Logging
import Messaging
import ServiceLifecycle

/// Sends reminders by e-mail and Web Push. It runs in each server process; the database lets one of them send each message.
package struct ReminderJob: Service {
    private typealias Delivery = @Sendable () async throws -> Void

    private static let pause = Duration.seconds(30)
    /// Shorter than ``ReminderStore/lease``.
    private static let sendingLimit = Duration.seconds(150)
    /// How long a delivery that has begun goes on when the server stops.
    private static let stopLimit = Duration.milliseconds(1500)
    /// After this time of sending, new cases and the rules of offices are read again.
    private static let lookLimit = Duration.seconds(30)
    /// After this many failures in a row the service that delivers messages gets a rest until the next look.
    private static let mostFailures = 3
    /// How often a sent message is marked as sent, while the database is away.
    private static let marksTried = 10
    private static let markPause = Duration.seconds(5)

    let store: AttendanceStore
    let sender: ReminderSender
    let words: Words
    let publicURL: String
    let metrics: ReminderMetrics
    let check: ServerCheck?
    let zones: TimeZoneDatabase
    let logger: Logger
    let now: @Sendable () -> Instant

    private var reminders: ReminderStore { store.reminders }

    /// Looks for due messages until the server stops. A message in progress gets a moment to be sent.
    package func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            if await look() { continue }
            _ = await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.pause) }
        }
    }

    /// Adds the messages that new cases need, and sends those that are due.
    /// - Returns: whether more may be due.
    @discardableResult
    package func look() async -> Bool {
        // A server with a wrong clock, or too old for the database, leaves the messages to others.
        if check?.problem != nil { return false }
        var isMoreDue = false
        await loggingErrors {
            let offices = try await reminders.remindingOffices()
            let calendars = try await store.officeSettings.calendars(zones)
            await cancelWhenGracefulShutdown { await addMessages(for: offices, calendars) }
            let rules = Dictionary(uniqueKeysWithValues: offices.map { ($0.id, $0.reminders) })
            // A slow mail server does not delay notifications, and an error of one does not cancel the other.
            isMoreDue = await withTaskGroup(of: Bool.self) { group in
                for channel in sender.channels {
                    group.addTask {
                        var isMoreDue = false
                        await loggingErrors { isMoreDue = try await sendDue(through: channel, rules, calendars) }
                        return isMoreDue
                    }
                }
                return await group.reduce(false) { $0 || $1 }
            }
        }
        return isMoreDue
    }

    private func loggingErrors(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            if Task.isCancelled || error is CancellationError { return }
            let level: Logger.Level = StoreError.isUnavailability(error) ? .debug : .error
            logger.log(level: level, "reminders wait for the next attempt in \(Self.pause): \(error)")
        }
    }

    /// An error of one office does not hold up the others.
    private func addMessages(for offices: [RemindingOffice], _ calendars: OfficeCalendars) async {
        let (now, channels) = (now(), sender.channels)
        var calendars = calendars
        var allowed: [OfficeID: Instant] = [:]
        for office in offices {
            let zone = calendars[office.id].zone(at: now.seconds)
            allowed[office.id] = office.reminders.nextAllowed(after: now, zone: zone)
            await loggingErrors {
                try await reminders.addMissingEnds(of: office, through: channels, &calendars, now: now, zones: zones)
            }
        }
        if !offices.isEmpty {
            await loggingErrors { try await reminders.addRequests(allowed: allowed, through: channels, now: now) }
        }
        await loggingErrors { try await reminders.addQuestions(through: channels, now: now) }
    }

    /// Sends the due messages of a channel, one after the other, for a limited time.
    /// - Returns: whether more may be due.
    private func sendDue(
        through channel: ReminderChannel, _ rules: [OfficeID: OfficeReminders], _ calendars: OfficeCalendars
    ) async throws -> Bool {
        var (calendars, failures) = (calendars, 0)
        var otherRules: [OfficeID: OfficeReminders] = [:]
        let end = now() + Self.lookLimit
        while failures < Self.mostFailures, !Task.isShuttingDownGracefully,
            let reminder = try await reminders.claim(through: [channel], now: now())
        {
            do {
                failures = try await send(reminder, rules[reminder.office], &otherRules, &calendars) ? 0 : failures + 1
            } catch let error where !Self.isStopOrOutage(error) {
                // An unexpected error of one message does not hold up the others.
                _ = try await note(.unavailable("\(error)"), of: reminder)
            }
            if now() >= end { return failures < Self.mostFailures }
        }
        return false
    }

    private static func isStopOrOutage(_ error: any Error) -> Bool {
        Task.isCancelled || error is CancellationError || StoreError.isUnavailability(error)
    }

    /// - Parameters:
    ///   - office: nil: the person's office has no reminders.
    ///   - otherRules: what was read about offices without reminders.
    /// - Returns: false if the attempt failed and may succeed later.
    private func send(
        _ reminder: DueReminder, _ office: OfficeReminders?, _ otherRules: inout [OfficeID: OfficeReminders],
        _ calendars: inout OfficeCalendars
    ) async throws -> Bool {
        let now = now()
        var office = office
        // By the quiet hours that the office has set or would have.
        if office == nil, reminder.isQuestion {
            office = otherRules[reminder.office]
            if office == nil { office = try await reminders.officeReminders(of: reminder.office) }
            otherRules[reminder.office] = office
        }
        if reminder.isGivenUp {
            try await reminders.end(reminder, as: .failed, error: "too many attempts", now: now)
            return true
        }
        if let office, reminder.isOn {
            let allowed = office.nextAllowed(after: now, zone: calendars[reminder.office].zone(at: now.seconds))
            if allowed > now {
                try await reminders.postpone(reminder, until: allowed)
                return true
            }
        }
        guard office != nil, reminder.isOn, !reminder.isOutdated(at: now),
            let occasion = try await reminders.occasion(of: reminder, &calendars, now: now, zones: zones),
            let deliver = try delivery(of: reminder, occasion)
        else {
            try await reminders.end(reminder, as: .obsolete, now: now)
            return true
        }
        do {
            try await withinLimit(deliver)
        } catch {
            // The server stops: whether the message arrived is not known. Another attempt follows after the lease.
            if Task.isCancelled || (Task.isShuttingDownGracefully && error is CancellationError) { throw CancellationError() }
            return try await note(error as? DeliveryError ?? .unavailable("\(error)"), of: reminder)
        }
        metrics.countSent(through: reminder.channel)
        try await markSent(reminder)
        return true
    }

    /// The function that delivers a message; nil: it has no recipient any more.
    private func delivery(
        of reminder: DueReminder, _ occasion: ReminderOccasion
    ) throws -> Delivery? {
        let language = Language(rawValue: reminder.language) ?? words.fallback
        return try Catalogue.$current.withValue(words[language]) { () throws -> Delivery? in
            let text = ReminderText(occasion)
            switch reminder.channel {
            case .mail:
                guard let mail = sender.mail, let recipient = reminder.email.flatMap({ MailAddress($0) }) else { return nil }
                let message = text.mail(
                    to: recipient, id: "reminder-\(reminder.id)-\(reminder.caseName)", publicURL: publicURL)
                return { try await mail(message) }
            case .push:
                guard let push = sender.push, let device = reminder.device,
                    let subscription = try? PushSubscription(
                        endpoint: device.endpoint, publicKey: device.publicKey, authentication: device.authentication)
                else { return nil }
                let payload = try text.payload(tag: reminder.caseName, publicURL: publicURL)
                return { try await push(payload, subscription, reminder.caseName) }
            }
        }
    }

    /// - Throws: `CancellationError` if the server stops before the message is delivered.
    private func withinLimit(_ delivery: @escaping Delivery) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await delivery() }
            group.addTask {
                let isOver = await cancelWhenGracefulShutdown { (try? await Task.sleep(for: Self.sendingLimit)) != nil }
                if isOver { throw DeliveryError.unavailable("no answer within \(Self.sendingLimit)") }
                try await Task.sleep(for: Self.stopLimit)
                throw CancellationError()
            }
            defer { group.cancelAll() }
            do {
                _ = try await group.next()
            } catch let first {
                group.cancelAll()
                // A message that is delivered at the last moment is not sent again.
                do { _ = try await group.next() } catch { throw first }
            }
        }
    }

    /// The message is sent; while the database does not know it, another server would send it again after the lease.
    private func markSent(_ reminder: DueReminder) async throws {
        for attempt in 1... {
            do {
                return try await reminders.end(reminder, as: .sent, now: now())
            } catch {
                if attempt == Self.marksTried || Task.isCancelled || Task.isShuttingDownGracefully { throw error }
                try await Task.sleep(for: Self.markPause)
            }
        }
    }

    /// - Returns: false if the attempt may succeed later.
    private func note(_ error: DeliveryError, of reminder: DueReminder) async throws -> Bool {
        metrics.countFailure(through: reminder.channel)
        let reason = error.reason(without: [reminder.email, reminder.device?.endpoint].compactMap(\.self))
        let name = "the reminder \(reminder.id) by \(reminder.channel.rawValue)"
        switch error {
        case .unavailable:
            if let wait = reminder.retryWait {
                // The first and the last failure are enough for the log.
                if reminder.attempts == 1 { logger.warning("\(name) was not sent, and is sent later: \(reason)") }
                try await reminders.postpone(reminder, until: now() + wait, error: reason)
                return false
            }
        case .refused: break
        case .gone: try await reminders.removeRecipient(of: reminder)
        }
        logger.warning("\(name) cannot be delivered: \(reason)")
        try await reminders.end(reminder, as: .failed, error: reason, now: now())
        return true
    }
}

extension DueReminder {
    /// Names the case of the message: 32 hexadecimal digits.
    fileprivate var caseName: String { caseID.uuidString.lowercased().replacing("-", with: "") }
}

extension DeliveryError {
    /// One line for the log, without the recipient's addresses.
    fileprivate func reason(without addresses: [String]) -> String {
        let text =
            switch self {
            case .unavailable(let text): text
            case .refused(let text): "refused: " + text
            case .gone: "the recipient does not exist any more"
            }
        return String(addresses.reduce(text) { $0.replacing($1, with: "…") }.prefix(300))
    }
}
