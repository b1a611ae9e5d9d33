import Hours
import Localization

/// The choice of a country's rules in a form.
enum RuleChoice {
    private static let countries: [[RuleSet]] = [[], [.de], [.eu], [.uk], [.jp], [.jpFlex]]

    /// The rule sets that a choice stands for; nil: there is no such choice.
    static func rules(_ value: String) -> [RuleSet]? {
        let names = value.split(separator: " ")
        let rules = names.compactMap { RuleSet(rawValue: String($0)) }
        return rules.count == names.count && Set(rules).count == names.count && !rules.contains(.schedule) ? rules : nil
    }

    static func value(_ rules: [RuleSet]) -> String { rules.map(\.rawValue).joined(separator: " ") }

    /// - Parameter chosen: a value. Several sets, as a program can record them, are a choice of their own.
    static func choices(_ chosen: String) -> [Choice] {
        let own = rules(chosen) ?? []
        return (countries + (countries.contains(own) ? [] : [own])).map { rules in
            Choice(value: value(rules), name: TermsText.rules(rules), isChosen: rules == own)
        }
    }
}
