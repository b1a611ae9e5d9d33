import ArgumentParser
import Daemon
import Foundation
import Logging

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check an installation and say what to do.",
        discussion: """
            Checks the settings, the database, the schema, the server's role, the secret, the clocks, the time zones, the anchors, the proof of
            a backup, the certificate, the public address, the proxy's headers, the mail server, the disk, and pcscd if a reader is
            installed here. Uses the settings file and the environment, as the installed server does, and writes nothing. Run it as root on
            an installed server.

            Exit statuses: 0 nothing failed; 1 a check failed.
            """)
    @OptionGroup var common: CommonOptions
    @Flag(help: "Print one JSON object.") var json = false

    private struct Report: Encodable {
        let passed: Bool
        let findings: [Finding]
    }

    func run() async throws {
        try await Program.explainingErrors {
            var findings: [Finding] = []
            func add(_ found: [Finding]) {
                if !json { for finding in found { print(finding.line) } }
                findings += found
            }
            do {
                let settings = try await Settings(common, isServer: true)
                try settings.check(.silent)
                add([
                    settings.holdsOwner
                        ? .warning(
                            .settings,
                            "The settings file, which the server reads, has the connection of the database's owner. Run "
                                + "'desktap migrate', which moves it to a file for commands.")
                        : .ok(.settings, "All settings have a valid value.")
                ])
                let folder = settings.installedStateFolder
                let address = AddressCheckup(
                    url: try settings.publicURL, certificate: try settings.security(.silent).certificate,
                    trustsProxies: settings.text("trusted-proxies") != nil)
                let makesAnchors = try settings.isSet("anchors", default: true)
                add(try await DatabaseCheckup(common).findings())
                add(ProofCheckup(stateFolder: folder, makesAnchors: makesAnchors, now: Program.now()).findings())
                add(await address.findings())
                add(MailCheckup(url: settings.text("mail-server")).findings())
                add(MachineCheckup(stateFolder: folder).findings())
            } catch let error as CommandError {
                add([.failed(.settings, "\(error) The other checks follow when the settings are correct.")])
            }
            let passed = !findings.contains { $0.result == .failed }
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                let report = try encoder.encode(Report(passed: passed, findings: findings))
                try FileHandle.standardOutput.write(contentsOf: report + Data("\n".utf8))
            }
            if !passed { throw ExitCode.failure }
        }
    }
}

extension Settings {
    /// The folder for files that the server writes, for a command that systemd does not start.
    var installedStateFolder: String {
        let installed = Installation("desktap").stateFolder
        return access(Self.installedFile, F_OK) == 0 && access(installed, F_OK) == 0 ? installed : stateFolder
    }
}

extension Logger {
    /// For checks that return what they find.
    static var silent: Logger { Logger(label: "desktap") { _ in SwiftLogNoOpLogHandler() } }
}
