/// The state of the server, and a form that sends a test e-mail.
struct ServerPage: Page {
    static let template = "pages/Operation/server"

    let navigation: Navigation
    let items: [ServerState.Item]
    let sendsMail: Bool
    let mailAddress = Address.adminTestMail
    /// The typed address, or the viewer's own.
    let email: String
    let problem: String?
}
