import ArgumentParser

/// `desktap-reader tag`: the administrator's commands for tags.
struct TagCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Read, write and lock tags.",
        discussion: """
            Each command waits for a tag, processes it, and prints the result. A tag may be removed at any moment: it then holds
            its old content, no message, or the new message, and running the same command again completes the work.

            Exit statuses: 0 done; 1 not confirmed; 64 wrong usage; 65 the tag's content is damaged or unsuitable, the tag does
            not support the operation, a line of the list or a dump is invalid, or the server refuses the tag; 66 the list or
            dump cannot be read; 69 no reader, no pcscd, or a reader that does not support the command; 73 the tag is too small
            or write-protected; 74 the result file or dump cannot be written; 75 no tag was detected, it was removed too early,
            another tag was presented, the reader did not respond, or the server is not available: try again; 76 the server's
            response is not understood; 77 the server refuses the key. Ctrl-C ends a command by its signal.
            """,
        subcommands: [
            TagInfo.self, TagRead.self, TagDumpMemory.self, TagRestore.self, TagFormat.self, TagWrite.self,
            TagProvision.self, TagReset.self, TagErase.self, TagLock.self,
        ])
}
