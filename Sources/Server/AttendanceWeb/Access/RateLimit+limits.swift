import Attendance
import WebServer

extension RateLimit {
    // Legitimate use stays far below these limits. An office of 5,000 people may share one address and arrive at nine: signed-in
    // people count by person, and only requests without a sign-in count by address.

    /// Writing requests of a signed-in person: taps (each of a list), undone taps, corrections.
    static let writesOfPerson = RateLimit("writes of a person", burst: 60, perSecond: 1)
    /// Reading requests of a signed-in person.
    static let readsOfPerson = RateLimit("reads of a person", burst: 300, perSecond: 10)
    /// Requests with one reader's key, and each tap of a list. One card reader makes less than five taps a second.
    static let tapsOfReader = RateLimit("taps of a reader", burst: 20_000, perSecond: 2000)
    /// Requests of an identity provider. Provisioning a company of 100,000 people takes half an hour.
    static let requestsOfProvisioner = RateLimit("requests of a provisioner", burst: 1000, perSecond: 100)
    /// Requests without a sign-in from one address, such as the page of a tag on phones that are not signed in.
    static let anonymous = RateLimit("requests without a sign-in", burst: 3000, perSecond: 100)
    /// Attempts to sign in with a password or a pasted link: of a browser in which the person signed in before, otherwise from one
    /// address. Opening the page does not count here, so that attempts of others do not hide it. ``PasswordAttempts`` limits wrong
    /// passwords, also by name.
    static let signInAttempts = RateLimit("attempts to sign in", burst: 3000, perSecond: 100)
    /// Personal links opened or used from one address. 5,000 people can sign in their phones within an hour.
    static let signIn = RateLimit("personal links", burst: 600, perSecond: 5)
    /// E-mails that a person waits for, such as those that confirm an address, by person and by address: five an hour.
    static let immediateMails = RateLimit("e-mails that are sent at once", burst: 5, perSecond: 5.0 / 3600)
    /// Codes that screens at one address ask for. A waiting screen asks for one in ten minutes.
    static let screenCodes = RateLimit("codes of screens", burst: 5, perSecond: 1.0 / 60)
    /// Codes of screens that an administrator types.
    static let typedCodes = RateLimit("typed codes of screens", burst: 20, perSecond: 1.0 / 30)
    /// Unknown keys from one address. Valid keys are never counted, so unknown ones do not block them.
    static let unknownKeys = RateLimit("unknown keys", burst: 300, perSecond: 5)

    /// The limit and subject for each tap; nil for a client that cannot tap.
    static func taps(of identity: Identity) -> RateLimiter.Demand? {
        switch identity {
        case .person(let person, _): (.writesOfPerson, .person(person.id))
        case .reader(let reader): (.tapsOfReader, .reader(reader.id))
        case .anonymous, .provisioner, .tagWriter, .display: nil
        }
    }
}

extension RateLimiter.Subject {
    static func person(_ id: PersonID) -> Self { .number(id.rawValue, kind: "person") }
    static func reader(_ id: ReaderID) -> Self { .number(id.rawValue, kind: "reader") }
    static func provisioner(_ id: ProvisionerID) -> Self { .number(id.rawValue, kind: "provisioner") }
    static func display(_ id: DisplayID) -> Self { .number(id.rawValue, kind: "display") }
}
