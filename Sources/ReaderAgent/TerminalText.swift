extension String {
    /// The text as a terminal or a log line may show it: what a tag, a list or a server says may be anything. Replaced are control
    /// characters, which move the cursor or colour the text; format characters, which turn its direction round or hide in it;
    /// and separators of lines.
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
