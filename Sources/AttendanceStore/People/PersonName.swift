import Attendance

/// A display name: one line of 1 to 200 characters, without white space at its ends and without invisible characters.
package struct PersonName: Sendable, Equatable {
    package let text: String

    package static let rule = "A name is one line of 1 to 200 visible characters."

    package init?(_ text: String) {
        var rest = text[...].drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        guard !rest.isEmpty, rest.unicodeScalars.count <= 200,
            rest.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F && !$0.isInvisible })
        else { return nil }
        self.text = String(rest)
    }

    /// The valid characters of `text`, at most 200. Nil: none are left.
    package init?(cleaning text: String) {
        let visible = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F && !$0.isInvisible }
        self.init(String(String.UnicodeScalarView(visible.prefix(200))))
    }
}

/// The rule for new user names. Existing user names are not checked.
package enum UserName {
    package static let rule =
        "A user name has 1 to 64 characters, none of them invisible, and no space at its ends. Names such as former-12, “.” "
        + "and “..” are reserved."

    package static func mayBeGiven(_ text: String) -> Bool {
        TapReport.isUserName(text) && !text.unicodeScalars.contains(where: \.isInvisible)
            // Browsers take a dot in an address for a folder.
            && text != "." && text != ".." && text.wholeMatch(of: /(?i)former-[0-9]+/) == nil
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible, so that two names could look alike or appear in another order: format characters
    /// (Unicode general category Cf, including bidirectional controls and zero-width characters), line and paragraph
    /// separators, and Hangul fillers.
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator: true
        default: [0x115F, 0x1160, 0x3164, 0xFFA0].contains(value)
        }
    }
}
