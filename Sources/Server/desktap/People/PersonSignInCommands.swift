import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb
import Foundation

/// Sign-in links, passwords and sessions.
extension PersonCommand {
    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a personal sign-in link.",
            discussion: """
                The link signs in one device, once, within \(SignInLinkStore.lifetime.hours) hours. Send it only to this person. A terminal also shows it as \
                a QR code for a phone's camera.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The person's user name.") var user: String
        @Option(help: "The address that browsers use (DESKTAP_PUBLIC_URL).") var publicURL: String?
        @Flag(inversion: .prefixedNo, help: "Also show the link as a QR code.") var qr: Bool?
        @Option(name: .customLong("qr-svg"), help: "The SVG file to write the QR code to.") var svgFile: String?

        func run() async throws {
            let settings = try await Settings(common, ["public-url": publicURL])
            try await Program.run(common) { program in
                let person = try await program.store.people.person(userName: user)
                let secret = try await program.store.signInLinks.addSignInLink(for: person.id, now: Program.now())
                let link = try settings.publicURL + Address.signInLink(secret.text)
                print(link)
                guard let code = QRCode(link) else {
                    throw CommandError("The link is too long for a QR code. Send it as text.")
                }
                if qr ?? (isatty(STDOUT_FILENO) == 1) { print(code.lines.joined(separator: "\n")) }
                if let svgFile { try Self.write(code.svg, to: svgFile) }
            }
        }

        /// Writes the picture readable by its owner only, because the link signs in without a password.
        private static func write(_ svg: String, to path: String) throws {
            let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            guard file >= 0 else { throw CommandError("\(path) cannot be written: \(String(cString: strerror(errno))).") }
            let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
            try handle.write(contentsOf: Foundation.Data(svg.utf8))
            try handle.close()
        }
    }

    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set or remove a person's password.",
            discussion: """
                The terminal asks for the password; otherwise it is one line of standard input. People can also set a password \
                at "My devices and password" after signing in with a link.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The person's user name.") var user: String
        @Flag(help: "Remove the password.") var remove = false
        @Flag(help: "End all sessions of the person.") var endAll = false

        func run() async throws {
            try await Program.run(common) { program in
                let person = try await program.store.people.person(userName: user)
                if remove {
                    guard try await program.store.passwords.removePassword(of: person.id, now: Program.now()) else {
                        throw CommandError("\(person.displayName) has no password.")
                    }
                    print("Removed the password of \(person.displayName).")
                } else {
                    let password = AttendanceWeb.Password(try Self.read("New password of \(person.displayName): "))
                    if let objection = password.objection(for: [person.userName, person.displayName]) {
                        throw CommandError(objection.description)
                    }
                    try await program.store.passwords.setPasswordHash(
                        try PasswordHash(of: password).text, of: person.id, now: Program.now())
                    print("Set the password of \(person.displayName). The user name for signing in is \(person.userName).")
                }
                if endAll { try await program.store.sessions.endSessions(of: person.id, now: Program.now()) }
            }
        }

        /// Reads one line. A terminal does not show it.
        private static func read(_ prompt: String) throws -> String {
            var shown = termios()
            let isTerminal = tcgetattr(STDIN_FILENO, &shown) == 0
            if isTerminal {
                FileHandle.standardError.write(Foundation.Data(prompt.utf8))
                var hidden = shown
                hidden.c_lflag &= ~tcflag_t(ECHO)
                tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
            }
            defer {
                if isTerminal {
                    tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
                    FileHandle.standardError.write(Foundation.Data("\n".utf8))
                }
            }
            guard let line = readLine(), !line.isEmpty else { throw CommandError("No password was given.") }
            return line
        }
    }

    struct Sessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List or end a person's sessions.",
            discussion: "Each line contains the number, device, sign-in method, start and last use of a session.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The person's user name.") var user: String
        @Option(help: "End the session with this number.") var end: SessionID?
        @Flag(help: "End all sessions of the person.") var endAll = false

        func run() async throws {
            try await Program.run(common) { program in
                let (store, now) = (program.store, Program.now())
                let person = try await store.people.person(userName: user)
                if let end {
                    guard try await store.sessions.endSession(end, of: person.id, now: now) else {
                        throw CommandError("\(person.displayName) has no session \(end).")
                    }
                    print("Ended the session \(end) of \(person.displayName).")
                } else if endAll {
                    let count = try await store.sessions.endSessions(of: person.id, now: now)
                    print("Ended sessions of \(person.displayName): \(count).")
                } else {
                    for device in try await store.sessions.devices(of: person.id, now: now) {
                        print(
                            "\(device.id)\t\(device.device)\t\(device.way.rawValue)\t\(device.beganAt.rfc3339())"
                                + "\t\(device.usedAt.rfc3339())")
                    }
                }
            }
        }
    }
}
