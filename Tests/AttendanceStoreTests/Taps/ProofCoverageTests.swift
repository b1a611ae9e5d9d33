import Attendance
import AttendanceStore
import Testing

@Suite struct `Coverage of a requirement for starts` {
    /// An office with four people and ten desks: five have a registered tag, of these three a certificate or a signature, and one a signature.
    private func coverage(readers: Int64, tagReaders: Int64, badges: Int64) -> ProofCoverage {
        var coverage = ProofCoverage()
        (coverage.readers, coverage.tagReaders) = (readers, tagReaders)
        (coverage.people, coverage.peopleWithBadge) = (4, badges)
        (coverage.desks, coverage.registered, coverage.certified, coverage.signing) = (10, 5, 3, 1)
        return coverage
    }

    @Test(
        arguments: [
            (StartRequirement(), 0, 0, 0), (StartRequirement(networks: ["10.0.0.0/8"]), 0, 0, 0),
            (StartRequirement(acceptsReader: true), 10, 0, 0), (StartRequirement(proof: .uid), 9, 9, 5),
            (StartRequirement(proof: .certificate), 9, 9, 7), (StartRequirement(proof: .sun), 9, 9, 9),
            (StartRequirement(acceptsReader: true, proof: .sun), 9, 0, 0),
            (StartRequirement(networks: ["10.0.0.0/8"], acceptsReader: true, proof: .sun), 0, 0, 0),
        ] as [(StartRequirement, Int64, Int64, Int64)])
    func `The desks at which no start has proof are counted without readers, with one for badges, and with one for tags`(
        requirement: StartRequirement, without: Int64, forBadges: Int64, forTags: Int64
    ) {
        #expect(coverage(readers: 0, tagReaders: 0, badges: 0).heldDesks(by: requirement) == without)
        #expect(coverage(readers: 1, tagReaders: 0, badges: 0).heldDesks(by: requirement) == forBadges)
        #expect(coverage(readers: 1, tagReaders: 1, badges: 0).heldDesks(by: requirement) == forTags)
    }

    @Test func `A badge is a registered number at any reader, and nothing more`() {
        let coverage = coverage(readers: 1, tagReaders: 0, badges: 4)
        #expect(coverage.heldDesks(by: StartRequirement(proof: .uid)) == 0)
        #expect(coverage.heldDesks(by: StartRequirement(proof: .certificate)) == 9)
        #expect(self.coverage(readers: 0, tagReaders: 0, badges: 4).heldDesks(by: StartRequirement(proof: .uid)) == 9)
        // Those without a badge cannot clock in at most desks.
        #expect(self.coverage(readers: 1, tagReaders: 0, badges: 3).heldDesks(by: StartRequirement(proof: .uid)) == 9)
    }
}
