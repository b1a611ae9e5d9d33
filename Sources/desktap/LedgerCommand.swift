import ArgumentParser
import AttendanceStore
import Foundation

struct LedgerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger", abstract: "Prove that nobody changed the record.",
        discussion: """
            Every record has an entry in a chain of hashes. Write down what 'desktap ledger head' prints, day by day, where
            nobody who owns the database can change it; 'desktap ledger verify --since' holds the ledger against it.
            """,
        subcommands: [Verify.self, Head.self])

    struct Head: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print where the ledger stands: NUMBER:HASH, and when the latest record came.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                let head = try await program.store.ledger.ledgerHead()
                print(head.text + (head.acceptedAt.map { "\t\($0.rfc3339(precision: .milliseconds))" } ?? ""))
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check every entry and every record it commits to.",
            discussion: """
                Ends with status 1 at the first entry that is wrong, and says which and why. Says at the end what was proven.

                An owner of the database can make the whole ledger anew, and can cut off its end. Only a head that was written
                down elsewhere shows that: with --since the entries after that head are checked, and nothing before it.

                The ledger holds taps, corrections and erasures. It does not hold settings of offices, retention, legal holds,
                names, requests and comments, and the logs of accesses and of account changes.
                """)
        @OptionGroup var common: CommonOptions
        @Option(help: "Begin after an entry that was written down: NUMBER:HASH, or the whole line of 'desktap ledger head'.")
        var since: String?

        func run() async throws {
            let checkpoint = try since.map { text in
                guard let checkpoint = LedgerCheckpoint(text) else {
                    throw ValidationError("'\(text)' is not what 'desktap ledger head' prints: NUMBER:HASH.")
                }
                return checkpoint
            }
            try await Program.run(common) { program in
                let showsProgress = isatty(STDERR_FILENO) == 1
                let (entries, flaw) = try await program.store.ledger.verifyLedger(since: checkpoint) { count in
                    if showsProgress { FileHandle.standardError.write(Data("\r\(count) entries are right".utf8)) }
                }
                if showsProgress { FileHandle.standardError.write(Data("\r".utf8)) }
                if let flaw {
                    print("The ledger is broken: \(flaw)." + (entries > 0 ? " The \(entries) entries before are right." : ""))
                    throw ExitCode.failure
                }
                print("The ledger is whole: \(entries) entries, up to \(try await program.store.ledger.ledgerHead().text).")
                print(Self.proven(since: checkpoint))
            }
        }

        /// What a ledger without a flaw proves, and what it does not.
        private static func proven(since checkpoint: LedgerCheckpoint?) -> String {
            let extent =
                if let checkpoint {
                    """
                    Proven: the records after entry \(checkpoint.seq) are as they were recorded, and none is missing between it and the end.
                    Nothing before the head you named is proven. An end that was cut off shows only with a later head.
                    """
                } else {
                    """
                    Proven: each record fits its entry, and each entry the one before.
                    Not proven: that nobody made the whole ledger anew or cut off its end. --since with a head written down shows it.
                    """
                }
            return extent + """

                Not covered: settings of offices, retention and legal holds, names, requests and comments, the logs of accesses and
                of account changes.
                """
        }
    }
}
