import Localization

/// The words of the sheet "About" and the names of the sheets: those of the contract (Exports.md), or texts for people.
struct AboutWords: Sendable {
    /// The language of readable heads; nil: the words of the contract.
    let heads: Catalogue?

    var language: Language? { heads?.language }

    /// The name of an entry.
    func name(_ key: String) -> String { readable { localized("export.about.\(key)") } ?? key }

    /// - Parameter key: follows `export.word.` in the catalogues.
    /// - Parameter word: that of the contract.
    func word(_ key: String, _ word: String, _ values: [String: String] = [:]) -> String {
        readable { localized("export.word.\(key)", values) } ?? word
    }

    private func readable(_ text: () -> String) -> String? {
        heads.map { Catalogue.$current.withValue($0) { text() } }
    }
}
