package import Attendance

/// The rule for new user names. Existing user names are not checked.
extension UserName {
    /// The user name in its kept form.
    /// - Throws: ``StoreError/badUserName``.
    package static func given(_ text: String) throws(StoreError) -> String {
        guard let name = TypedText.line(text, upTo: longest), UserName.isValid(name),
            !name.unicodeScalars.contains(where: TypedText.isInvisible)
        else { throw .badUserName }
        let key = key(name)
        // Browsers take a dot in an address for a folder.
        guard key != ".", key != "..", key.wholeMatch(of: /former-[0-9]+/) == nil else { throw .badUserName }
        return name
    }
}
