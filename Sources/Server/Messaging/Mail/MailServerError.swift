/// Why the settings of a mail server cannot be used. The description is a sentence for administrators.
package enum MailServerError: Error, Sendable, Equatable, CustomStringConvertible {
    case malformedURL
    /// Command lines and logs would show it.
    case passwordInURL
    case passwordWithoutUser
    case userWithoutPassword

    package var description: String {
        switch self {
        case .malformedURL:
            "The mail server must be an address like smtp://user@mail.example.com:587 or smtps://user@mail.example.com:465."
        case .passwordInURL: "The mail server's address must not contain the password. Write the password to a file."
        case .passwordWithoutUser: "There is a password for the mail server, but its address names no user: smtp://user@host."
        case .userWithoutPassword: "The mail server's address names a user, but there is no password."
        }
    }
}
