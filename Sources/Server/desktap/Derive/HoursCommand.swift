import ArgumentParser
import JSON

struct HoursCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hours", abstract: "Apply the rules of hours to facts and work, without a database.",
        discussion: """
            Reads one JSON object from standard input and prints one: targets, credits and balances by day, week and period, leave \
            accounts, legal warnings, and with "batch" the lines for payroll. It runs the same code as the server, so the rules can \
            be checked independently.

            {"from": "2026-03-02", "to": "2026-03-08", "through": "2026-03-08", "facts": [
             {"id": "1", "seq": 1, "type": "employment", "user": "ada",
              "from": "2026-03-02", "office": "Tokyo"},
             {"id": "2", "seq": 2, "type": "schedule", "name": "full",
              "from": "2026-01-01", "anchor": "2024-01-01",
              "days": [28800, 28800, 28800, 28800, 28800, 0, 0]},
             {"id": "3", "seq": 3, "type": "terms", "scope": "office", "of": "Tokyo",
              "from": "2026-01-01", "schedule": "full"}],
             "work": [{"user": "ada", "date": "2026-03-02", "worked_s": 30600}]}

            Facts that are refused are listed in the output. Other invalid input is reported on standard error and ends the \
            command with status 1.
            """)

    @Flag(help: RuleAnswers.linesHelp) var lines = false

    func run() throws {
        try RuleAnswers(invalidInput: .failure) { input throws(InvalidInput) in
            HoursOutput(try HoursInput(input)).json()
        }.run(lines: lines)
    }
}
