/// A bounded queue between a producer task and a consumer task. The producer waits while the queue is full.
///
/// Only one of the two waits at a time, and the other one's end resumes it. Therefore waiting needs no cancellation handler.
actor ReadAhead<Element: Sendable> {
    private let limit: Int
    private var elements: [Element] = []
    private var end: Result<Void, any Error>?
    private var isRefused = false
    private var producer: CheckedContinuation<Void, Never>?
    private var consumer: CheckedContinuation<Void, Never>?

    init(limit: Int) { self.limit = limit }

    /// Adds an element. Waits while the queue is full.
    /// - Throws: `CancellationError` after ``refuse()``.
    func put(_ element: Element) async throws {
        while elements.count >= limit, !isRefused { await withCheckedContinuation { producer = $0 } }
        guard !isRefused else { throw CancellationError() }
        elements.append(element)
        wake(&consumer)
    }

    /// Ends the queue. After the last element, ``take()`` returns nothing, or throws the error.
    func end(_ end: Result<Void, any Error>) {
        self.end = end
        wake(&consumer)
    }

    /// All queued elements. Waits for at least one; empty at the end.
    func take() async throws -> [Element] {
        while elements.isEmpty, end == nil { await withCheckedContinuation { consumer = $0 } }
        if elements.isEmpty { try end?.get() }
        defer { elements = [] }
        wake(&producer)
        return elements
    }

    /// Discards the queued elements and accepts no more.
    func refuse() {
        isRefused = true
        elements = []
        wake(&producer)
    }

    private func wake(_ waiting: inout CheckedContinuation<Void, Never>?) {
        waiting?.resume()
        waiting = nil
    }
}
