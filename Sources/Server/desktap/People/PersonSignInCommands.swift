import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb
import Foundation
import Localization

extension PersonCommand {
    struct Link: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a personal sign-in link.",
            discussion: """
                The link signs in one device, once, within \(SignInLinkStore.lifetime.hours) hours, counted from the first day if that is to come. Send it \
                only to this person. A terminal also shows it as a QR code for a phone's camera.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The person's user name.") var user: String
        @Option(help: "The address that browsers use (DESKTAP_PUBLIC_URL).") var publicURL: String?
        @Flag(inversion: .prefixedNo, help: "Also show the link as a QR code.") var qr: Bool?
        @Option(name: .customLong("qr-svg"), help: "The SVG file to write the QR code to.") var svgFile: String?

        func run(_ program: Program) async throws {
            let settings = try await Settings(common, ["public-url": publicURL])
            let person = try await program.store.people.person(userName: user)
            let (account, now) = (try await program.store.people.account(userName: user).account, Program.now())
            let clock = LocalClock(try await program.store.offices.office(person.office)?.timeZone)
            let secret = try await program.store.signInLinks.addSignInLink(
                for: person.id, lifetime: account.linkExpiry(clock, now: now) - now, now: now)
            let link = try settings.publicURL + Address.signInLink(secret.text)
            print(link)
            guard let code = QRCode(link) else {
                throw CommandError("The link is too long for a QR code. Send it as text.")
            }
            if qr ?? (isatty(STDOUT_FILENO) == 1) { print(code.lines.joined(separator: "\n")) }
            if let svgFile { try Self.write(code.svg, to: svgFile) }
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

    struct RemovePassword: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a person's password.",
            discussion:
                "Sessions stay: the person's page ends them. The person sets another password after a sign-in with a link.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The person's user name.") var user: String

        func run(_ program: Program) async throws {
            let person = try await program.store.people.person(userName: user)
            guard try await program.store.passwords.removePassword(of: person.id, now: Program.now()) else {
                throw CommandError("\(person.displayName) has no password.")
            }
            print("Removed the password of \(person.displayName).")
        }
    }
}
