/// A name as others read it: one line of at most 200 characters, without blanks at its ends.
package struct PersonName: Sendable, Equatable {
    package let text: String

    package static let rule = "A name is one line of 1 to 200 characters."

    package init?(_ text: String) {
        var rest = text[...].drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        guard !rest.isEmpty, rest.unicodeScalars.count <= 200,
            rest.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { return nil }
        self.text = String(rest)
    }
}
