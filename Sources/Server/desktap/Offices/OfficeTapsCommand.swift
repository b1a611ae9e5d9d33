import ArgumentParser
import AttendanceStore

extension OfficeCommand {
    struct Taps: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show and set whether people may tap by tags without a secret word, and without a tag.",
            discussion: """
                A phone that opens a tag's address records the tap without a touch if the address has the tag's secret word \
                (k=…). Without the word it asks for a touch, because any web page can open such an address and could, for \
                example, clock out its visitors. 'true' lets tags without a word record taps without a touch if the browser \
                reports that no page opened the address (typed, scanned, or read from a tag). Some browsers report a page for \
                a tag, and no browser reports anything over plain http: phones then still ask for a touch. Provisioning the \
                tags again is safer: 'desktap tags list' shows the tags without a word.

                With --without-tag true, the people of the office can record breaks and clock out on their page "My record", \
                wherever they are. To clock in, they still need a tag. Their record shows which taps were made without one.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name; required if several exist.") var name: String?
        @Option(help: "Whether tags without a word record taps without a touch: true or false.") var withoutWord: Bool?
        @Option(help: "Whether people can record breaks and clock out on My record, without a tag: true or false.")
        var withoutTag: Bool?

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: name)
                if let withoutWord { try await program.store.tagWords.setTapsWithoutWord(withoutWord, in: office.id) }
                if let withoutTag { try await program.store.offices.setTapsWithoutTag(withoutTag, in: office.id) }
                let word = try await program.store.tagWords.tapsWithoutWord(in: office.id)
                let tag = try await program.store.offices.allowsTapsWithoutTag(office.id)
                print("\(office.name)\twithout word \(word)\twithout tag \(tag)")
            }
        }
    }
}
