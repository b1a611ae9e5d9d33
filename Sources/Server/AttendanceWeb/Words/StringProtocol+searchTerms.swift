extension StringProtocol {
    /// The words of a text in lower case, as the search compares them.
    var searchTerms: [String] { lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) }
}
