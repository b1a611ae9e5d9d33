import ArgumentParser
import Foundation
import NFCTag
import ReaderAgent

struct TagRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "restore", abstract: "Write a dumped memory back to a tag.")
    @OptionGroup var options: TagOptions
    @Flag(help: "The file's blocks are turned round.") var reverseBlocks = false
    @Option(help: "Bytes in a block, where they are turned round.") var blockSize = 4
    @Argument(help: "A file of hexadecimal digits.") var file: String

    func validate() throws {
        guard (1...256).contains(blockSize) else { throw ValidationError("--block-size takes 1 to 256 bytes.") }
    }

    func run() async throws {
        let text: String
        do {
            text = try String(contentsOfFile: file, encoding: .utf8)
        } catch {
            throw ValidationError("The file \(file) cannot be read: \(error.localizedDescription)")
        }
        guard var bytes = [UInt8](hexadecimal: text.filter { !$0.isWhitespace }), !bytes.isEmpty else {
            throw ValidationError("The file \(file) holds something else than hexadecimal digits.")
        }
        if reverseBlocks {
            bytes = TagDump(uid: TagUID([]), kind: .unknown, blockSize: blockSize, bytes: bytes).withBlocksReversed.bytes
        }
        let memory = bytes
        try await options.work { reader, writer in
            TagAnswer(try await writer.restore(memory, expecting: options.uid), reader: reader, did: "restored")
        }
    }
}

struct TagFormat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format", abstract: "Prepare a tag for messages. A tag that is prepared stays as it is.")
    @OptionGroup var options: TagOptions
    @Flag(help: "Replace a damaged structure; its message is lost.") var force = false

    func run() async throws {
        try await options.work { reader, writer in
            let writing = try await writer.format(expecting: options.uid, force: force)
            return TagAnswer(writing, reader: reader, did: "formatted")
        }
    }
}

struct TagErase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Take the message off a tag, and write zeros over it.")
    @OptionGroup var options: TagOptions

    func run() async throws {
        try await options.work { reader, writer in
            TagAnswer(try await writer.erase(expecting: options.uid), reader: reader, did: "erased")
        }
    }
}

struct TagLock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Make a tag unchangeable, for ever.",
        discussion: "Asks first; nobody can unlock a tag again. Programs say --for-ever instead.")
    @OptionGroup var options: TagOptions
    @Flag(help: "Do not ask.") var forEver = false

    func run() async throws {
        if !forEver {
            guard !options.json else { throw ValidationError("With --json nobody can be asked: say --for-ever.") }
            print("The tag can never be written again, by nobody. Type 'for ever' to lock it: ", terminator: "")
            fflush(nil)
            guard readLine()?.trimmingCharacters(in: .whitespaces).lowercased() == "for ever" else {
                print("Nothing was locked.")
                throw ExitCode.failure
            }
        }
        try await options.work { reader, writer in
            TagAnswer(try await writer.lock(expecting: options.uid), reader: reader, did: "locked")
        }
    }
}
