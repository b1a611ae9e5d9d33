import ArgumentParser
import AttendanceStore
import Foundation

struct LedgerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger", abstract: "Check that the record was not changed.",
        discussion: """
            Every record has an entry in a chain of hashes. The server stores the ledger's head with the month's hours every night
            in an anchor. Keep copies where the owner of the database cannot change them: 'desktap backup-check' compares a
            database with an anchor.
            """,
        subcommands: [Verify.self, Head.self, Anchor.self])

    struct Anchor: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print an anchor for 'desktap backup-check', as the server writes it every night.")
        @OptionGroup var common: CommonOptions

        func run(_ program: Program) async throws {
            let anchor = try await program.store.anchors.anchor(zones: try Program.zones(), now: Program.now())
            try FileHandle.standardOutput.write(contentsOf: anchor.json())
        }
    }

    struct Head: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the ledger's head, NUMBER:HASH, and the time of the latest record.")
        @OptionGroup var common: CommonOptions

        func run(_ program: Program) async throws {
            let head = try await program.store.ledger.ledgerHead()
            print(head.text + (head.acceptedAt.map { "\t\($0.rfc3339(precision: .milliseconds))" } ?? ""))
        }
    }

    struct Verify: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check all entries and the records that they commit to.",
            discussion: """
                Ends with status 1 at the first wrong entry and reports the reason. Otherwise prints what is proven.

                The owner of the database can rewrite the whole ledger or cut off its end. Only a head that is stored elsewhere
                reveals that. --since checks the entries after that head, and nothing before it.

                The ledger covers taps, corrections, erasures, the settings that decide hours, people's names, and legal holds
                without their reasons. It does not cover other settings, retention periods, requests and comments, and the
                logs of accesses and of account changes.
                """)
        @OptionGroup var common: CommonOptions
        @Option(help: "Start after a stored head: NUMBER:HASH, or the whole line of 'desktap ledger head'.")
        var since: String?

        func run(_ program: Program) async throws {
            let checkpoint = try since.map { text in
                guard let checkpoint = LedgerCheckpoint(text) else {
                    throw ValidationError("'\(text)' is not a head as 'desktap ledger head' prints it: NUMBER:HASH.")
                }
                return checkpoint
            }
            let showsProgress = isatty(STDERR_FILENO) == 1
            let (entries, flaw) = try await program.store.ledger.verifyLedger(since: checkpoint) { count in
                if showsProgress { FileHandle.standardError.write(Data("\r\(count) entries are correct".utf8)) }
            }
            if showsProgress { FileHandle.standardError.write(Data("\r".utf8)) }
            if let flaw {
                print("The ledger is broken: \(flaw)." + (entries > 0 ? " The \(entries) entries before are correct." : ""))
                throw ExitCode.failure
            }
            print("The ledger is intact: \(entries) entries, up to \(try await program.store.ledger.ledgerHead().text).")
            print(Self.proven(since: checkpoint))
        }

        /// What an intact ledger proves, and what it does not.
        private static func proven(since checkpoint: LedgerCheckpoint?) -> String {
            let extent =
                if let checkpoint {
                    """
                    Proven: the records after entry \(checkpoint.seq) are unchanged, and none is missing between it and the end.
                    Not proven: anything before this head, also older settings, names and legal holds; whether the end was cut off.
                    A later head reveals that.
                    """
                } else {
                    """
                    Proven: each record fits its entry, and each entry the one before. Settings, names and legal holds fit them too.
                    Not proven: whether the ledger was rewritten or its end cut off. --since with a stored head reveals that.
                    """
                }
            return extent + """

                Not covered: settings that decide no hours, retention periods, reasons of legal holds, requests and comments,
                the logs of accesses and of account changes.
                """
        }
    }
}
