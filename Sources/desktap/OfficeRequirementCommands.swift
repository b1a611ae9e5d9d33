import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb
import WebServer

extension OfficeCommand {
    struct Require: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set what a start needs in an office to count at once.",
            discussion: """
                Any one of what is given suffices, and it takes the place of what was set before. A start that has none of it is \
                kept, waits for HR at /quarantine, and counts when they release it; whoever made it is told how to tap instead. \
                'desktap office require Tokyo --network 203.0.113.0/24 --reader' wants a start from the office's network or at a \
                reader. Of the network only that it was the office's is stored, never an address.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name.") var name: String
        @Option(help: "One of its own networks, such as 203.0.113.0/24 or 2001:db8::/48. May be repeated.")
        var network: [String] = []
        @Flag(help: "Any reader.") var reader = false
        @Option(help: "A tag read by a reader: uid (a registered tag, or a badge) or certificate.") var proof: TagProof?
        @Flag(help: "Nothing: every start counts at once.") var nothing = false

        func validate() throws {
            do {
                for range in network { _ = try NetworkRange(range) }
            } catch {
                throw ValidationError("\(error)")
            }
            let isGiven = !network.isEmpty || reader || proof.map { $0 != .none } ?? false
            guard isGiven != nothing else {
                throw ValidationError("Please say what a start needs, or --nothing.")
            }
        }

        func run() async throws {
            let requirement = StartRequirement(networks: network, acceptsReader: reader, proof: proof ?? .none)
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: name)
                try await program.store.startRequirements.setStartRequirement(of: office.id, to: requirement)
                print(OfficeCommand.sentence(requirement, of: office))
            }
        }
    }

    /// Such as `A start in Tokyo needs the network 10.0.0.0/8, or any reader.`
    static func sentence(_ requirement: StartRequirement, of office: Office) -> String {
        if requirement.isNothing { return "A start in \(office.name) needs no proof." }
        let ways =
            requirement.networks.map { "the network \($0)" } + (requirement.acceptsReader ? ["any reader"] : [])
            + (requirement.proof == .none ? [] : ["the proof \(requirement.proof.rawValue)"])
        return "A start in \(office.name) needs \(ways.joined(separator: ", or "))."
    }
}

extension TagProof: ExpressibleByArgument {
    /// What a tag can be asked for: that it came from a network is no proof of a tag.
    package init?(argument: String) {
        guard let proof = TagProof(rawValue: argument), proof != .network else { return nil }
        self = proof
    }

    package static var allValueStrings: [String] { allCases.filter { $0 != .network }.map(\.rawValue) }
}
