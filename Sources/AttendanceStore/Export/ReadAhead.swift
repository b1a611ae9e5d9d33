/// What one task makes and another takes, in the order in which it was made. The one makes ahead of the other, as far as the limit
/// goes: then it waits.
///
/// One of the two is always at work, so whoever waits is woken when the other ends, and needs no handler for being cancelled.
actor ReadAhead<Element: Sendable> {
    private let limit: Int
    private var elements: [Element] = []
    private var end: Result<Void, any Error>?
    private var isRefused = false
    private var maker: CheckedContinuation<Void, Never>?
    private var taker: CheckedContinuation<Void, Never>?

    /// - Parameter limit: so many are kept.
    init(limit: Int) { self.limit = limit }

    /// Adds one more; waits first where nobody has taken those before.
    /// - Throws: `CancellationError` where nobody will.
    func put(_ element: Element) async throws {
        while elements.count >= limit, !isRefused { await withCheckedContinuation { maker = $0 } }
        guard !isRefused else { throw CancellationError() }
        elements.append(element)
        wake(&taker)
    }

    /// Nothing more comes. An error is thrown to the taker behind the last element.
    func end(_ end: Result<Void, any Error>) {
        self.end = end
        wake(&taker)
    }

    /// All there is by now, at least one; empty at the end.
    func take() async throws -> [Element] {
        while elements.isEmpty, end == nil { await withCheckedContinuation { taker = $0 } }
        if elements.isEmpty { try end?.get() }
        defer { elements = [] }
        wake(&maker)
        return elements
    }

    /// Nothing more is taken.
    func refuse() {
        isRefused = true
        elements = []
        wake(&maker)
    }

    private func wake(_ sleeper: inout CheckedContinuation<Void, Never>?) {
        sleeper?.resume()
        sleeper = nil
    }
}
