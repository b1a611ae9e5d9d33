import Foundation

/// A command of `desktap` that applies rules to JSON without a database.
package protocol RuleCommand {
    static var name: String { get }
}

/// The rules of the record, on a log.
package enum DeriveCommand: RuleCommand {
    package static let name = "derive"
}

/// The rules of hours, on facts and work.
package enum HoursCommand: RuleCommand {
    package static let name = "hours"
}

extension RuleCommand {
    private static var program: String { builtProgram("desktap") }

    package static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: program) }

    package static func run(
        _ input: String, _ arguments: String..., zone: String = "Asia/Tokyo"
    ) async throws -> (text: String, errors: String, status: Int32) {
        try await output(of: "/usr/bin/env", ["TZ=\(zone)", program, name] + arguments, input: input)
    }
}
