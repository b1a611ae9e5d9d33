import ArgumentParser

/// `virtual-reader`: a software reader with software tags, for the demo and the tests.
@main
struct VirtualReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "virtual-reader",
        abstract: "A software NFC reader with software tags, behind the real pcscd.",
        discussion: """
            'virtual-reader pcscd' runs a private pcscd with a virtual driver, 'virtual-reader serve' runs a reader for it,
            and 'virtual-reader tap' places a tag on that reader for a moment. Programs use this pcscd with
            PCSCLITE_CSOCK_NAME=FOLDER/pcscd.comm.
            """,
        subcommands: [PcscdCommand.self, ServeCommand.self, TapCommand.self, CountCommand.self, SignCommand.self])
}
