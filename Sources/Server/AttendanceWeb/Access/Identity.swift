import AttendanceStore

/// The authenticated sender of a request. Indirect, because contexts are copied often, and a stream keeps its context.
indirect enum Identity: Sendable, Equatable {
    case anonymous
    case reader(Reader)
    /// A person, with the session of the browser. A program with a person's key has no session.
    case person(Person, SignInSession?)
    case provisioner(Provisioner)
    /// A program that writes tags for an administrator.
    case tagWriter(Person)
    /// A wall display, with its key.
    case display(Display, key: String)

    /// The person signed in, or whose program sends the request.
    var person: Person? {
        guard case .person(let person, _) = self else { return nil }
        return person
    }

    var reader: Reader? {
        guard case .reader(let reader) = self else { return nil }
        return reader
    }
}
