@testable import AttendanceWeb
@testable import Localization

import TestOffice
import Testing

/// Gives tests without a request the English texts.
struct InEnglish: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let words = try Words(folder: TestOffice.checkout + "/web/words")
        try await Catalogue.$current.withValue(words[.en]) { try await function() }
    }
}

extension Trait where Self == InEnglish {
    static var inEnglish: Self { Self() }
}
