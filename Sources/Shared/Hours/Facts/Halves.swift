/// The halves of a day. Each has one owner at most.
package struct Halves: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let morning = Halves(rawValue: 1)
    package static let afternoon = Halves(rawValue: 2)

    package var count: Int64 { Int64(rawValue.nonzeroBitCount) }

    /// Their share of a target: the morning is half of it, rounded down, and the afternoon the rest.
    func seconds(of target: Int64) -> Int64 {
        (contains(.morning) ? target / 2 : 0) + (contains(.afternoon) ? target - target / 2 : 0)
    }
}
