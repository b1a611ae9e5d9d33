import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import Hummingbird
import Localization
import Messaging
import WebServer

/// The reminders of a person (`/me/reminders`): on or off, an e-mail address that the person confirms, and the browsers that show
/// them. All is managed in a browser: with a stolen key, an attacker could send the messages elsewhere.
struct ReminderRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let channels: ReminderChannels
    let confirmation: EmailConfirmation
    let rateLimiter: RateLimiter
    let publicURL: String

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try pages.render(try await page(context))
    }

    /// Sets the language of the person's messages, or switches all reminders on or off.
    func change(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        let fields = try await BodyFields(of: request)
        if let language = fields["language"] {
            guard let language = Language(rawValue: language) else {
                throw WebError.badRequest(localized("language.unknown"), reason: .unknownLanguage)
            }
            try await store.reminders.set(language: language.rawValue, of: person.id)
            return .redirect(Address.myReminders, done: .changesSaved)
        }
        let isOn =
            switch fields["on"] {
            case "yes": true
            case "no": false
            default: throw WebError.badRequest(localized("reminders.unclear"), reason: .badChoice)
            }
        try await store.reminders.set(isOn: isOn, language: Catalogue.current.language.rawValue, of: person.id)
        return .redirect(Address.myReminders, done: .changesSaved)
    }

    // MARK: E-mail

    /// Sends a link to the address in the form and stores it as unconfirmed. Without an address it removes the stored one.
    func setEmail(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        let typed = try await BodyFields(of: request)["email"]
        return try await request.performingAction {
            try await storeLanguage(of: person)
            guard let typed else {
                try await store.reminders.set(email: nil, isConfirmed: false, of: person.id, now: context.now)
                return .redirect(Address.myReminders, done: .emailRemoved)
            }
            guard let address = MailAddress(typed) else {
                throw WebError.badRequest(localized("reminders.badEmail"), reason: .badSetting)
            }
            let preference = try await store.reminders.preference(of: person.id)
            if preference.isEmailConfirmed, preference.email == address.text {
                return .redirect(Address.myReminders, done: .changesSaved)
            }
            // First, so that an address to which nothing can be sent replaces no other one.
            try await sendLink(to: address, for: person, context)
            try await store.reminders.set(email: address.text, isConfirmed: false, of: person.id, now: context.now)
            return .redirect(Address.myReminders, done: .confirmationSent)
        } orShowing: { problem in
            try pages.render(try await page(context, problem: problem, typed: typed), problem: problem)
        }
    }

    /// Opening the link only shows a button, because programs that check e-mails open links, too.
    func confirmationPage(_ request: Request, _ context: WebContext) async throws -> Response {
        try await confirmationPage(email: try await email(context), context)
    }

    func confirm(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        guard let email = try await email(context),
            try await store.reminders.confirm(email: email, of: person.id, now: context.now)
        else {
            return try await confirmationPage(email: nil, context)
        }
        return .redirect(Address.myReminders, done: .emailConfirmed)
    }

    /// The address that the link in the request confirms; nil: the link has expired, the address has changed, or it is another
    /// person's.
    private func email(_ context: WebContext) async throws -> String? {
        let person = try context.person()
        let token = try context.parameters.require("token")
        guard let email = try await store.reminders.preference(of: person.id).email,
            confirmation.isValid(token, for: email, of: person.id, now: context.now)
        else { return nil }
        return email
    }

    private func confirmationPage(email: String?, _ context: WebContext) async throws -> Response {
        let navigation = try await Navigation(for: context, at: nil, store)
        return try pages.render(
            EmailConfirmationPage(navigation: navigation, email: email), status: email == nil ? .notFound : .ok)
    }

    private func sendLink(to address: MailAddress, for person: Person, _ context: WebContext) async throws {
        let link = publicURL + Address.confirmEmail(confirmation.token(for: address.text, of: person.id, now: context.now))
        let message = MailMessage(
            to: address, subject: localized("reminders.mail.subject"),
            text: localized("reminders.mail.text", ["link": link, "days": "\(EmailConfirmation.days)"]),
            id: "confirm-" + Secret().text)
        try await channels.send(message, for: person, rateLimiter, context)
    }

    // MARK: Browsers

    /// Adds the browser that sends its push subscription. A browser that another person used before shows only this person's
    /// reminders from now on.
    func addBrowser(_ request: Request, _ context: WebContext) async throws -> Response {
        let (person, session) = (try context.person(), try context.ownSession())
        let fields = try await BodyFields(of: request)
        return try await request.performingAction {
            let subscription = try Self.subscription(fields)
            guard channels.pushKey != nil else {
                throw WebError(.unprocessableContent, localized("reminders.push.none"), reason: .notAllowed)
            }
            guard channels.allowsPush(subscription.endpoint) else {
                let host = subscription.endpoint.dropFirst("https://".count).prefix { $0 != "/" && $0 != "?" }.prefix(100)
                throw WebError(
                    .unprocessableContent, localized("reminders.push.notAllowed", ["host": String(host)]), reason: .notAllowed)
            }
            try await store.reminders.add(
                endpoint: subscription.endpoint, publicKey: subscription.publicKey,
                authentication: subscription.authentication, name: DeviceName(userAgent: request.headers[.userAgent]).text,
                of: person.id, in: session.id, now: context.now)
            try await storeLanguage(of: person)
            return .redirect(Address.myReminders, done: .browserAdded)
        } orShowing: { problem in
            try pages.render(try await page(context, problem: problem), problem: problem)
        }
    }

    /// Removes the browser that sends the request.
    func removeThisBrowser(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        guard let endpoint = try await BodyFields(of: request)["endpoint"] else {
            throw WebError.badRequest(localized("reminders.push.incomplete"), reason: .incomplete)
        }
        try await store.reminders.removeDevice(endpoint: endpoint, of: person.id)
        return .redirect(Address.myReminders, done: .browserRemoved)
    }

    func removeBrowser(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        guard let id = Int64(try context.parameters.require("id")) else { throw WebError.notFound }
        try await store.reminders.removeDevice(id: id, of: person.id)
        return .redirect(Address.myReminders, done: .browserRemoved)
    }

    /// The subscription that a browser sends: its JSON form (Push API, 8), a field for each member.
    /// - Throws: ``WebError`` if a field is missing or malformed.
    private static func subscription(_ fields: BodyFields) throws(WebError) -> PushSubscription {
        guard let endpoint = fields["endpoint"], let key = fields["p256dh"].flatMap({ Data(base64URL: $0) }),
            let authentication = fields["auth"].flatMap({ Data(base64URL: $0) }),
            let subscription = try? PushSubscription(
                endpoint: endpoint, publicKey: [UInt8](key), authentication: [UInt8](authentication))
        else { throw .badRequest(localized("reminders.push.incomplete"), reason: .incomplete) }
        return subscription
    }

    // MARK: Common

    /// Messages are in the language of the page on which the person asks for them first.
    private func storeLanguage(of person: Person) async throws {
        try await store.reminders.set(language: Catalogue.current.language.rawValue, of: person.id, ifNone: true)
    }

    /// The people to whom requests are announced: managers and HR (`request_decider`).
    private func decidesRequests(_ person: Person) async throws -> Bool {
        if person.role == .hr { return true }
        return try await store.teams.manages(person.id)
    }

    private func page(
        _ context: WebContext, problem: WebError? = nil, typed: String? = nil
    ) async throws -> ReminderPage {
        let person = try context.person()
        let clock = try await store.officeSettings.clock(of: person, zones, now: context.now).clock
        return ReminderPage(
            navigation: try await Navigation(for: context, at: nil, store), channels,
            isOfficeOn: try await store.reminders.officeReminders(of: person.office).isOn,
            decidesRequests: try await decidesRequests(person),
            try await store.reminders.preference(of: person.id),
            browsers: try await store.reminders.devices(of: person.id),
            sent: try await store.reminders.outbox(of: person.id), clock, problem: problem?.sentence, typed: typed)
    }
}
