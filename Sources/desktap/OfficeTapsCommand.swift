import ArgumentParser
import AttendanceStore

extension OfficeCommand {
    struct Taps: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show and set whether tags without a secret word tap by themselves.",
            discussion: """
                A phone that opens a tag's address taps without a touch where the address has the tag's secret word (k=…). Without \
                the word it asks for a touch, because any web page can open such an address: it could clock out whoever visits it. \
                'true' lets tags without a word tap by themselves where the browser says that no page led to the address (typed, \
                scanned, or read from a tag). Some browsers say of a tag that a page led there, and over plain http none says \
                anything: phones then ask for a touch all the same. Provisioning the tags again is the better way: \
                'desktap tags list' says which lack the word.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name, where there are several.") var name: String?
        @Option(help: "Whether tags without a word tap by themselves: true or false.") var withoutWord: Bool?

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: name)
                if let withoutWord { try await program.store.tagWords.setTapsWithoutWord(withoutWord, in: office.id) }
                print("\(office.name)\twithout word \(try await program.store.tagWords.tapsWithoutWord(in: office.id))")
            }
        }
    }
}
