import ArgumentParser

/// `virtual-reader`: a reader and tags in software, for the demo and the tests.
@main
struct VirtualReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "virtual-reader",
        abstract: "An NFC reader and its tags in software, behind the real pcscd.",
        discussion: """
            'virtual-reader pcscd' becomes a pcscd of one's own with a virtual driver, 'virtual-reader serve' plays a reader
            for it, and 'virtual-reader tap' lays a tag on that reader for a moment. Programs find this pcscd by
            PCSCLITE_CSOCK_NAME=FOLDER/pcscd.comm.
            """,
        subcommands: [PrivateService.self, Serve.self, TapOnce.self, Count.self])
}
