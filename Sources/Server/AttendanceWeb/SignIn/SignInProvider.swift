/// The identity provider's button on the sign-in page.
struct SignInProvider: Sendable, Equatable {
    /// The name on the button.
    let name: String
    let address: String

    /// - Parameters:
    ///   - goal: the path to open after sign-in.
    ///   - isRenewal: whether a signed-in person has to authenticate again.
    init?(_ provider: IdentityProvider?, to goal: ReturnAddress, isRenewal: Bool = false) {
        guard let provider else { return nil }
        name = provider.settings.name
        address = Address.oidc(to: goal.text, isRenewal: isRenewal)
    }
}
