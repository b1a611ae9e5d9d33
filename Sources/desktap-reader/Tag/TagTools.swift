import ArgumentParser

/// `desktap-reader tag`: what an administrator does with tags.
struct TagTools: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Look at tags, write them, and lock them.",
        discussion: """
            Each command waits for a tag, works on it, and says what it did. A tag may be lifted at any moment: it then holds
            what it held, nothing, or the new message, and the same command given again completes the work.

            Exit statuses: 0 done; 65 the tag's content is damaged or not what the command needs; 69 no reader or no pcscd;
            73 the tag is too small or write-protected; 75 no tag came, or it was lifted too early: try again; 64 wrong usage.
            """,
        subcommands: [
            TagInfo.self, TagRead.self, TagDumpMemory.self, TagRestore.self, TagFormat.self, TagWrite.self, TagErase.self,
            TagLock.self,
        ])
}
