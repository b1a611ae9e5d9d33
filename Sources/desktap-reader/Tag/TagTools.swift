import ArgumentParser

/// `desktap-reader tag`: what an administrator does with tags.
struct TagTools: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Look at tags, write them, and lock them.",
        discussion: """
            Each command waits for a tag, works on it, and says what it did. A tag may be lifted at any moment: it then holds
            what it held, nothing, or the new message, and the same command given again completes the work.

            Exit statuses: 0 done; 1 a question was answered with no; 64 wrong usage; 65 the tag's content is damaged or not what
            the command needs, the tag cannot do it, a line of the list or a dump is wrong, or the server refuses the tag; 66 the
            list or dump cannot be read; 69 no reader, no pcscd, or a reader that does not know the command; 73 the tag is too
            small or write-protected; 74 the result file or dump cannot be written; 75 no tag came, it was lifted too early,
            another tag came, the reader did not answer, or the server is away: try again; 76 the server's answer is not
            understood; 77 the server refuses the key. Ctrl-C ends a command by its signal.
            """,
        subcommands: [
            TagInfo.self, TagRead.self, TagDumpMemory.self, TagRestore.self, TagFormat.self, TagWrite.self,
            TagProvision.self, TagErase.self, TagLock.self,
        ])
}
