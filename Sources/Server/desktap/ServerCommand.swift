import ArgumentParser
import Daemon

/// `desktap`: the server and the administrator's command.
@main
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktap",
        abstract: "Office attendance from taps on desk tags, with a live map.",
        discussion: """
            'desktap setup' sets up an installed server. 'desktap office', 'desktap floor' and 'desktap person' then add offices,
            desks and people. 'desktap demo' fills an empty database with a demo office.

            Options of the server can also be set in the environment (DESKTAP_DATABASE for --database, and so on) or in the JSON
            file named by --config, for an installed server /etc/desktap/settings.json. An option overrides the environment,
            which overrides the file.
            """,
        version: "desktap \(programVersion)",
        subcommands: [
            Serve.self, Setup.self, DoctorCommand.self, Migrate.self, Demo.self, OfficeCommand.self, FloorCommand.self,
            PersonCommand.self, ReaderCommand.self, DisplayCommand.self, TagsCommand.self, KeyCommand.self, ImportCommand.self,
            ExportCommand.self, LayoutCommand.self, SCIMKeyCommand.self, LedgerCommand.self, BackupCheckCommand.self,
            RetentionCommand.self, Derive.self, HoursCommand.self,
        ])
}
