/// A set of rules that warn. Their sources are in Hours.docc, "Warnings".
package enum RuleSet: String, Sendable, CaseIterable {
    case de, eu, uk, jp
    case jpFlex = "jp-flex"
    /// Compares the record with the person's own work schedule.
    case schedule
}
