import ArgumentParser
import AttendanceStore

extension OfficeCommand {
    struct Taps: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show and set whether tags without a secret word record taps without a touch.",
            discussion: """
                A phone that opens a tag's address records the tap without a touch if the address has the tag's secret word \
                (k=…). Without the word it asks for a touch, because any web page can open such an address and could, for \
                example, clock out its visitors. 'true' lets tags without a word record taps without a touch if the browser \
                reports that no page opened the address (typed, scanned, or read from a tag). Some browsers report a page for \
                a tag, and no browser reports anything over plain http: phones then still ask for a touch. Provisioning the \
                tags again is safer: 'desktap tags list' shows the tags without a word.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name; required if several exist.") var name: String?
        @Option(help: "Whether tags without a word record taps without a touch: true or false.") var withoutWord: Bool?

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: name)
                if let withoutWord { try await program.store.tagWords.setTapsWithoutWord(withoutWord, in: office.id) }
                print("\(office.name)\twithout word \(try await program.store.tagWords.tapsWithoutWord(in: office.id))")
            }
        }
    }
}
