import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb

extension OfficeCommand {
    struct Require: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the proof that a start needs in an office to count at once.",
            discussion: """
                One of the given proofs is enough. They replace the earlier setting. A start without proof is quarantined \
                until HR releases it at /quarantine, and the person sees how to tap instead. For example, \
                'desktap office require Tokyo --network 203.0.113.0/24 --reader' requires the office's network or a reader. \
                Client addresses are never stored, only that a tap came from the office's network.

                With --desk the setting is for one desk, whatever the office requires: --proof sun or --nothing.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name.") var name: String
        @Option(help: "A network of the office, such as 203.0.113.0/24 or 2001:db8::/48. May be repeated.")
        var network: [String] = []
        @Flag(help: "A tap at any reader.") var reader = false
        @Option(
            help: """
                A tag: uid (a registered tag or a badge at a reader), certificate (at a reader), or sun (a tag that signs its address, at \
                a reader or a phone).
                """)
        var proof: TagProof?
        @Flag(help: "No proof: every start counts at once.") var nothing = false
        @Option(help: "Only this desk, such as 6F-A3.") var desk: DeskID?
        @Flag(help: "Set it even if starts will be quarantined for lack of a reader or tags.") var yes = false

        func validate() throws {
            do {
                for range in network { _ = try NetworkRange(range) }
            } catch {
                throw ValidationError("\(error)")
            }
            let isGiven = !network.isEmpty || reader || proof.map { $0 != .none } ?? false
            guard isGiven != nothing else {
                throw ValidationError("Specify what a start needs, or --nothing.")
            }
            guard desk == nil || nothing || network.isEmpty && !reader && proof == .sun else {
                throw ValidationError("A desk can require --proof sun or --nothing.")
            }
        }

        func run(_ program: Program) async throws {
            let requirement = StartRequirement(networks: network, acceptsReader: reader, proof: proof ?? .none)
            let office = try await program.store.offices.office(named: name)
            if !yes { try await OfficeCommand.requireCoverage(of: requirement, office, at: desk, program.store) }
            if let desk {
                try await program.store.startRequirements.setSigning(!nothing, at: desk, of: office.id)
                return print(
                    nothing
                        ? "A start at \(desk) needs what \(office.name) requires."
                        : OfficeCommand.sentence(ofDesks: [desk.description]))
            }
            try await program.store.startRequirements.setStartRequirement(of: office.id, to: requirement)
            print(OfficeCommand.sentence(requirement, of: office))
            try await OfficeCommand.printSigningDesks(of: office, program.store)
        }
    }

    /// - Throws: ``CommandError`` if no start at some of the desks can meet a requirement that is not set already.
    static func requireCoverage(
        of requirement: StartRequirement, _ office: Office, at desk: DeskID? = nil, _ store: AttendanceStore
    ) async throws {
        if desk == nil, try await store.startRequirements.startRequirements()[office.id] == requirement { return }
        let coverage = try await store.startRequirements.coverage(of: office.id, at: desk)
        let held = coverage.heldDesks(by: requirement)
        if held == 0 { return }
        let lacks =
            (coverage.lacksReader(for: requirement)
                ? [coverage.readers == 0 ? "No reader is registered." : "The readers read only badges."] : [])
            + (requirement.proof == .none
                ? []
                : [
                    "\(coverage.desks(with: requirement.proof)) of \(coverage.desks) desks have a tag with the proof "
                        + "\(requirement.proof.rawValue)."
                ])
            + (requirement.proof == .uid && coverage.readers > 0
                ? ["\(coverage.peopleWithBadge) of \(coverage.people) people have a badge."] : [])
        throw CommandError(
            (lacks + [
                held == coverage.desks
                    ? "All starts would be quarantined." : "Starts at \(held) of \(coverage.desks) desks would be quarantined.",
                "Use --yes to set it anyway.",
            ]).joined(separator: " "))
    }

    static func printSigningDesks(of office: Office, _ store: AttendanceStore) async throws {
        let desks = try await store.startRequirements.signingDesks(of: office.id)
        if !desks.isEmpty { print(sentence(ofDesks: desks)) }
    }

    static func sentence(ofDesks desks: [String]) -> String {
        "A start at \(desks.joined(separator: ", ")) needs a tag that signs its address (the proof sun)."
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

extension DeskID: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension TagProof: ExpressibleByArgument {
    /// Accepts the proofs of a tag. `network` is none of them.
    package init?(argument: String) {
        guard let proof = TagProof(rawValue: argument), proof != .network else { return nil }
        self = proof
    }

    package static var allValueStrings: [String] { allCases.filter { $0 != .network }.map(\.rawValue) }
}
