import WebServer

/// The form that signs in with a password.
struct SignInForm: Sendable {
    let user, password: String?
    /// The page to show after the sign-in.
    let returnAddress: ReturnAddress?

    init(_ fields: BodyFields) {
        user = fields["user"]
        password = fields["password"]
        returnAddress = fields["to"].flatMap { ReturnAddress($0) }
    }
}
