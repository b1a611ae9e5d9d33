/// The result of one attempt to send taps.
package enum PostResult: Sendable, Equatable {
    /// The server's list of outcomes. It may omit taps, name others, or contradict itself.
    case answered([AnsweredItem])
    /// The server refuses the list as a whole.
    case listRefused(ListRefusal, sentence: String)
    /// A person must correct something first: the key, the address or a proxy.
    case blocked(sentence: String)
    /// The server is not reachable or not ready (no connection, 408, 425, 429, 5xx).
    case unavailable(sentence: String, retryAfter: Duration? = nil)
}
