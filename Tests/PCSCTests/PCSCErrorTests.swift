import Testing

@testable import PCSC

@Suite struct `PC/SC error` {
    @Test(
        arguments: [
            (0x8010_001D, .serviceNotRunning), (0x8010_006A, .accessDenied), (0x8010_002E, .noReader),
            (0x8010_0009, .unknownReader), (0x8010_000C, .noCard), (0x8010_0069, .cardRemoved), (0x8010_0016, .cardRemoved),
            (0x8010_0068, .cardReset), (0x8010_0066, .cardUnresponsive), (0x8010_0067, .cardUnresponsive),
            (0x8010_000B, .cardInUse), (0x8010_0013, .communication), (0x8010_000A, .timedOut), (0x8010_0002, .cancelled),
            (0x8010_0004, .other(code: 0x8010_0004)),
        ] as [(Int, PCSCError)])
    func `Each common PC/SC code has its error case`(code: Int, error: PCSCError) {
        #expect(PCSCError(code) == error)
    }

    @Test func `The PC/SC code for success is not an error`() { #expect(PCSCError(0) == nil) }

    @Test func `The error without pcscd contains the command that starts it`() {
        #expect(PCSCError.serviceNotRunning.description.contains("sudo systemctl start pcscd.socket"))
    }
}
