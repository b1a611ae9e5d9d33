import Foundation
import TestServers
import Testing

/// Compares `desktap hours` with `Reference/hours.py`, an independent implementation of the rules in Python.
@Suite(
    .enabled(if: Python.isAvailable, "Install python3 to compare hours with its second implementation."),
    .enabled(if: HoursCommand.isAvailable, "Build the product desktap first."))
struct `Reference implementation` {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Reference/hours.py").path

    /// New in every run.
    static let seeds = (0..<4).map { _ in UInt32.random(in: 0 ... .max) }

    @Test(arguments: seeds) func `The reference implementation gives the same hours, byte for byte`(seed: UInt32) async throws {
        for difference in try await HoursCommand.differences(from: Self.script, seed: seed) { Issue.record("\(difference)") }
    }
}
