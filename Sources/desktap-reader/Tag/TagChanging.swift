import ArgumentParser
import Foundation
import NFCTag
import ReaderAgent

struct TagRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Write a dumped memory back to its tag.",
        discussion: """
            Takes a file of 'desktap-reader tag dump --output', and writes it to the tag that it was read from. A file that says
            nothing of its tag, is incomplete, or is of another kind, size or UID is refused. With --force any file of hexadecimal
            digits is written to whichever tag lies there. Lock bits and configuration are never written.
            """)
    @OptionGroup var options: TagOptions
    @Flag(help: "Write the file even where it does not belong to this tag.") var force = false
    @Flag(help: "The file's blocks are turned round, and it does not say so itself.") var reverseBlocks = false
    @Option(help: "Bytes in a block, where they are turned round and the file does not say how many.") var blockSize = 4
    @Argument(help: "A file that 'dump' wrote.") var file: String

    func validate() throws {
        guard (1...256).contains(blockSize) else { throw ValidationError("--block-size takes 1 to 256 bytes.") }
    }

    func run() async throws {
        let dump: TagDump
        do {
            dump = try read()
        } catch {
            throw options.fail(error)
        }
        let memory = reverseBlocks ? dump.withBlocksReversed : dump
        try await options.work { reader, writer in
            let writing =
                force
                ? try await writer.restore(memory.bytes, expecting: options.uid)
                : try await writer.restore(memory, expecting: options.uid)
            return TagAnswer(writing, reader: reader, did: "restored")
        }
    }

    /// The file, checked before a tag is asked for.
    private func read() throws -> TagDump {
        let text: String
        do {
            text = try String(contentsOfFile: file, encoding: .utf8)
        } catch {
            throw TagFileFailure.unreadable(file, reason: error.localizedDescription)
        }
        let content = try TagDumpFile(text: text)
        guard force else { return try content.dump }
        let dump = TagDump(
            uid: content.header?.uid ?? TagUID([]), kind: content.header?.kind ?? .unknown,
            blockSize: content.header?.blockSize ?? blockSize, bytes: content.bytes)
        return content.header?.isReversed == true ? dump.withBlocksReversed : dump
    }
}

/// Why a file of a command on tags cannot be used.
enum TagFileFailure: Error {
    case unreadable(String, reason: String)
    case unwritable(String, reason: String)
}

extension TagFileFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable(let file, let reason): "The file \(file) cannot be read: \(reason)"
        case .unwritable(let file, let reason): "The file \(file) cannot be written: \(reason)"
        }
    }
}

struct TagFormat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format", abstract: "Prepare a tag for messages. A tag that is prepared stays as it is.")
    @OptionGroup var options: TagOptions
    @Flag(
        help: """
            Replace a damaged structure; its message is lost. Correct a capability container that claims another size than the
            chip's, where the tag lets it.
            """)
    var force = false

    func run() async throws {
        try await options.work { reader, writer in
            let writing = try await writer.format(expecting: options.uid, force: force)
            return TagAnswer(writing, reader: reader, did: "formatted")
        }
    }
}

struct TagErase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Take the message off a tag, and write zeros over the whole data area.")
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
        discussion: """
            Asks first; nobody can unlock a tag again. Programs say --for-ever instead. Locks Type 2 and Type 5 tags; a Type 4 tag
            is locked by its maker's commands and keys only.
            """)
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
