import WebServer

/// The form that sets a password.
struct PasswordForm: Sendable {
    let old: String
    let new: String?
    let repeated: String?
    let endsOtherSessions: Bool

    init(_ fields: BodyFields) {
        old = fields["old"] ?? ""
        new = fields["new"]
        repeated = fields["again"]
        endsOtherSessions = fields.isSet("end_others")
    }
}
