import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb
import Foundation

/// How somebody signs in, and where they have.
extension PersonCommand {
    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a personal sign-in link.",
            discussion: """
                The link signs one device in, once, within 24 hours. Send it to nobody but this person. On a terminal it is also \
                shown as a QR code, for a phone's camera.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String
        @Option(help: "How browsers reach the server (DESKTAP_PUBLIC_URL).") var publicURL: String?
        @Flag(inversion: .prefixedNo, help: "Show the link as a QR code, too.") var qr: Bool?
        @Option(name: .customLong("qr-svg"), help: "A file to write the QR code to, as an SVG picture.") var svgFile: String?

        func run() async throws {
            let settings = try await Settings(common, ["public-url": publicURL])
            try await Program.run(common) { program in
                let person = try await program.store.people.person(userName: user)
                let secret = try await program.store.signInLinks.addSignInLink(for: person.id, now: Program.now())
                let link = try settings.publicURL + Address.signInLink(secret.text)
                print(link)
                guard let code = QRCode(link) else {
                    throw CommandProblem("The link is too long for a QR code. Please send it as it is.")
                }
                if qr ?? (isatty(STDOUT_FILENO) == 1) { print(code.lines.joined(separator: "\n")) }
                if let svgFile { try Self.write(code.svg, to: svgFile) }
            }
        }

        /// Whoever can read the picture can sign in: the file is for its owner alone.
        private static func write(_ svg: String, to path: String) throws {
            let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            guard file >= 0 else { throw CommandProblem("\(path) cannot be written: \(String(cString: strerror(errno))).") }
            let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
            try handle.write(contentsOf: Foundation.Data(svg.utf8))
            try handle.close()
        }
    }

    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set somebody's password, or take it away.",
            discussion: """
                The password is asked for on the terminal, or read as one line from the standard input. They can also set one \
                themselves, at "My devices", once a link has signed them in.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String
        @Flag(help: "Take the password away.") var remove = false
        @Flag(help: "Sign them out everywhere.") var endAll = false

        func run() async throws {
            try await Program.run(common) { program in
                let person = try await program.store.people.person(userName: user)
                if remove {
                    guard try await program.store.passwords.removePassword(of: person.id, now: Program.now()) else {
                        throw CommandProblem("\(person.displayName) has no password.")
                    }
                    print("\(person.displayName) has no password any more.")
                } else {
                    let password = AttendanceWeb.Password(try Self.read("New password of \(person.displayName): "))
                    if let objection = password.objection(for: [person.userName, person.displayName]) {
                        throw CommandProblem(objection.description)
                    }
                    try await program.store.passwords.setPasswordHash(
                        try PasswordHash(of: password).text, of: person.id, now: Program.now())
                    print("\(person.displayName) signs in as \(person.userName) with this password from now on.")
                }
                if endAll { try await program.store.sessions.endSessions(of: person.id, now: Program.now()) }
            }
        }

        /// One line, which a terminal does not show.
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
            guard let line = readLine(), !line.isEmpty else { throw CommandProblem("No password was given.") }
            return line
        }
    }

    struct Sessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List where somebody is signed in, or sign them out.",
            discussion: "Each line has a number, the device, how and when they signed in, and when it was used last.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String
        @Option(help: "Sign out the device with this number.") var end: Int64?
        @Flag(help: "Sign them out everywhere.") var endAll = false

        func run() async throws {
            try await Program.run(common) { program in
                let (store, now) = (program.store, Program.now())
                let person = try await store.people.person(userName: user)
                if let end {
                    guard try await store.sessions.endSession(end, of: person.id, now: now) else {
                        throw CommandProblem("\(person.displayName) is not signed in on a device \(end).")
                    }
                    print("\(person.displayName) is signed out there.")
                } else if endAll {
                    let count = try await store.sessions.endSessions(of: person.id, now: now)
                    print("\(person.displayName) is signed out on \(count) \(count == 1 ? "device" : "devices").")
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
