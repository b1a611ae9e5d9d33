import ArgumentParser
import Foundation
import NFCTag
import ReaderAgent

struct TagLock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Lock a tag permanently against writing.",
        discussion: """
            Asks for confirmation, because a tag cannot be unlocked. Programs use --for-ever instead. Supports Type 2 and Type 5
            tags. A Type 4 tag can only be locked with its manufacturer's commands and keys.
            """)
    @OptionGroup var options: TagOptions
    @Flag(help: "Do not ask for confirmation.") var forEver = false

    func run() async throws {
        if !forEver {
            guard !options.json else { throw ValidationError("With --json there is no confirmation prompt: add --for-ever.") }
            print("A locked tag can never be written again. Type 'for ever' to lock it: ", terminator: "")
            fflush(nil)
            guard readLine()?.trimmingCharacters(in: .whitespaces).lowercased() == "for ever" else {
                print("Nothing was locked.")
                throw ExitCode.failure
            }
        }
        try await options.work { reader, writer in
            TagOutput(try await writer.lock(expecting: options.uid), reader: reader, did: "locked")
        }
    }
}
