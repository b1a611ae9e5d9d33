import ArgumentParser

/// `desktap`: the server and the administrator's command.
@main
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktap",
        abstract: "Office attendance from taps on desk tags, with a live map.",
        discussion: """
            Start with 'desktap migrate', then 'desktap office add', 'desktap floor add' and 'desktap person add', and run
            'desktap serve'. 'desktap demo' fills an empty database with a demo office.

            Options of the server can also be set in the environment (DESKTAP_DATABASE for --database, and so on) or in the JSON
            file named by --config. An option overrides the environment, which overrides the file.
            """,
        version: "desktap \(programVersion)",
        subcommands: [
            Serve.self, Migrate.self, Demo.self, OfficeCommand.self, FloorCommand.self, PersonCommand.self,
            TeamCommand.self, ReaderCommand.self, DisplayCommand.self, TagsCommand.self, KeyCommand.self, BadgeCommand.self,
            ImportCommand.self, ExportCommand.self, LayoutCommand.self, AccessLogCommand.self, SCIMKeyCommand.self,
            LedgerCommand.self, RetentionCommand.self, Derive.self,
        ])
}

let programVersion = "0.1.0"
