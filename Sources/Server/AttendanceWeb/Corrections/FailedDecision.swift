import FoundationEssentials

/// A decision that failed, for the page that shows its request again.
struct FailedDecision: Sendable {
    /// The id of the request.
    let request: UUID
    /// As typed.
    let comment: String?
    let problem: String
    var isRejection = false
}

extension [RequestModel] {
    /// Shows at the requests' cards why the decisions failed, with the typed comments.
    /// - Returns: why the first one failed whose request is not listed; nil: the cards say it.
    mutating func show(_ failed: [FailedDecision]) -> String? {
        var unlisted: String?
        for decision in failed {
            let id = decision.request.uuidString.lowercased()
            guard let index = firstIndex(where: { $0.id == id }) else {
                unlisted = unlisted ?? decision.problem
                continue
            }
            (self[index].submitted, self[index].decisionProblem) = (decision.comment, decision.problem)
            self[index].isRejecting = decision.isRejection || decision.comment != nil
        }
        return unlisted
    }
}
