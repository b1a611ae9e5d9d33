import NIOConcurrencyHelpers

/// Limits how many operations of each subject run at the same time. Further operations are refused.
package final class SubjectLimiter<Subject: Hashable & Sendable>: Sendable {
    /// One operation. It ends with its last reference, so also if its response is never sent.
    package final class Operation: Sendable {
        private let limiter: SubjectLimiter
        private let subject: Subject

        fileprivate init(_ limiter: SubjectLimiter, _ subject: Subject) {
            self.limiter = limiter
            self.subject = subject
        }

        deinit { limiter.end(of: subject) }
    }

    private let limit: Int
    private let counts = NIOLockedValueBox<[Subject: Int]>([:])

    /// - Parameter limit: for each subject.
    package init(limit: Int) { self.limit = limit }

    /// The number of operations of all subjects.
    package var count: Int { counts.withLockedValue { $0.values.reduce(0, +) } }

    /// Begins an operation.
    /// - Returns: nil if the subject has as many operations as allowed.
    package func begin(_ subject: Subject) -> Operation? {
        let isAllowed = counts.withLockedValue { counts in
            let count = counts[subject, default: 0]
            guard count < limit else { return false }
            counts[subject] = count + 1
            return true
        }
        return isAllowed ? Operation(self, subject) : nil
    }

    private func end(of subject: Subject) {
        counts.withLockedValue { counts in
            let count = counts[subject, default: 1] - 1
            counts[subject] = count > 0 ? count : nil
        }
    }
}
