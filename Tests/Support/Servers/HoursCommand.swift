/// The command `desktap hours`, which applies the rules of hours to facts and work.
package enum HoursCommand: RuleCommand {
    package static let name = "hours"
}
