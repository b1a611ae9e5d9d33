@testable import AttendanceWeb

import Attendance
import Hours
import Testing

@Suite struct `The list of reasons` {
    @Test func `Each reason of a rejected fact of hours is in the list of reasons`() {
        for rejection in FactRejection.allCases { #expect(Reason(rejection)?.rawValue == rejection.rawValue) }
    }

    @Test func `Each reason of a rejected or quarantined tap is in the list of reasons`() {
        for rejection in RejectionReason.allCases { #expect(Reason(rejection)?.rawValue == rejection.rawValue) }
        for quarantine in QuarantineReason.allCases { #expect(Reason(rawValue: quarantine.rawValue) != nil) }
        for outcome in [IngestOutcome.conflict, .duplicate] { #expect(Reason(outcome)?.rawValue == outcome.name) }
    }

    @Test func `Each reason why a server is not ready is in the list of reasons`() {
        for problem in Readiness.Problem.allCases { #expect(problem.reason != nil) }
    }
}
