/// The command `desktap derive`, which applies the rules of the record to a log.
package enum DeriveCommand: RuleCommand {
    package static let name = "derive"
}
