package import Attendance

/// The rule for new user names. Existing user names are not checked.
extension UserName {
    package static let rule =
        "A user name has 1 to \(longest) characters, none of them invisible. Names such as former-12, “.” and “..” are reserved."

    /// The user name in its kept form; nil if it is not valid.
    package static func given(_ text: String) -> String? {
        guard let name = TypedText.line(text, upTo: longest), TapReport.isUserName(name),
            !name.unicodeScalars.contains(where: TypedText.isInvisible)
        else { return nil }
        let key = key(name)
        // Browsers take a dot in an address for a folder.
        return key == "." || key == ".." || key.wholeMatch(of: /former-[0-9]+/) != nil ? nil : name
    }
}
