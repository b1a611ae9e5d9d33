import Foundation

/// The command `desktap derive`, which applies the rules to a log without a database.
package enum DeriveCommand {
    private static let program = builtProgram("desktap")

    package static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: program) }

    package static func run(
        _ input: String, _ arguments: String..., zone: String = "Asia/Tokyo"
    ) async throws -> (text: String, errors: String, status: Int32) {
        try await output(of: "/usr/bin/env", ["TZ=\(zone)", program, "derive"] + arguments, input: input)
    }
}
