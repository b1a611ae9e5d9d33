import Postgres

/// The parts of a name that a provisioner sent (RFC 7643, 4.1.1), which make the display name if it sent none.
package struct ProvisionedName: Sendable, Equatable {
    package var formatted: String?
    package var givenName: String?
    package var familyName: String?
    /// Whether the display name is made of these parts.
    package var isDisplayed: Bool

    package init(isDisplayed: Bool) { self.isDisplayed = isDisplayed }

    /// Reads the columns of `provisioned_name`; nil: no provisioner sent one.
    init?(_ row: PostgresRow) throws {
        guard let isDisplayed = try row.getIfPresent("is_displayed", as: Bool.self) else { return nil }
        self.isDisplayed = isDisplayed
        formatted = try row.getIfPresent("formatted")
        givenName = try row.getIfPresent("given_name")
        familyName = try row.getIfPresent("family_name")
    }

    /// The name as one text; nil if there are no parts.
    package var text: String? {
        let parts = [givenName, familyName].compactMap(\.self)
        return formatted ?? (parts.isEmpty ? nil : PersonName.cleaned(parts.joined(separator: " ")))
    }
}
