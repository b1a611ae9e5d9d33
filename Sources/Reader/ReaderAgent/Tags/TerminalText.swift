extension String {
    /// The text made safe for terminals and logs, because tags, lists and servers may send any text. Replaced are control
    /// characters, which move the cursor or change colours; format characters, which reverse or hide text; and line
    /// separators.
    package var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }))
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
