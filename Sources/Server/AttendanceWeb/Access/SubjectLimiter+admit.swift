import WebServer

extension SubjectLimiter {
    /// Begins an operation, which lasts as long as the result.
    /// - Throws: ``WebError/tooOften(_:)`` if the subject has as many operations as allowed.
    func admit(_ subject: Subject) throws(WebError) -> Operation {
        guard let operation = begin(subject) else { throw .tooOften(.seconds(5)) }
        return operation
    }
}
