/// A way of signing in that leads to somebody else's page, as the sign-in page offers it.
struct SignInProvider: Sendable, Equatable {
    /// As the button says it.
    let name: String
    let address: String

    /// - Parameter goal: where the browser wants to go.
    init?(_ services: WebServices, to goal: ReturnAddress) {
        guard let provider = services.oidc else { return nil }
        name = provider.settings.name
        address = Address.oidc(to: goal.text)
    }
}
