import FoundationEssentials

/// A decision that failed, for the page that shows its request again.
struct FailedDecision: Sendable {
    /// The id of the request.
    let request: UUID
    /// As typed.
    let comment: String?
    let problem: String
}

extension [RequestModel] {
    /// Shows at a request's card why the decision failed, with the typed comment.
    /// - Returns: why it failed if the request is not listed; nil: the card says it.
    mutating func show(_ failed: FailedDecision?) -> String? {
        guard let failed else { return nil }
        let id = failed.request.uuidString.lowercased()
        guard let index = firstIndex(where: { $0.id == id }) else { return failed.problem }
        (self[index].submitted, self[index].decisionProblem) = (failed.comment, failed.problem)
        return nil
    }
}
