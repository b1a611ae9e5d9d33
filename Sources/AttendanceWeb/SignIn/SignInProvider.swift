/// A way of signing in that leads to somebody else's page, as the sign-in page offers it.
struct SignInProvider: Sendable, Equatable {
    /// As the button says it.
    let name: String
    let address: String

    /// - Parameters:
    ///   - goal: where the browser wants to go.
    ///   - isAgain: whether the person is to prove anew who they are.
    init?(_ services: WebServices, to goal: ReturnAddress, isAgain: Bool = false) {
        guard let provider = services.oidc else { return nil }
        name = provider.settings.name
        address = Address.oidc(to: goal.text, isAgain: isAgain)
    }
}
