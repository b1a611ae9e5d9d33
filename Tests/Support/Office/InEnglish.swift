import Localization
package import Testing

/// Gives tests without a request the English texts.
package struct InEnglish: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let words = try Words(folder: TestOffice.checkout + "/web/words")
        try await Catalogue.$current.withValue(words[.en]) { try await function() }
    }
}

extension Trait where Self == InEnglish {
    package static var inEnglish: Self { Self() }
}
