/// A capability container whose size differs from the chip's and cannot be corrected.
package struct ContainerNote: Equatable, Hashable, Sendable {
    /// The size of the data area in bytes, as the container declares it.
    package let claimed: Int
    /// The size of the chip's data area in bytes.
    package let actual: Int

    package init(claimed: Int, actual: Int) {
        self.claimed = claimed
        self.actual = actual
    }
}

extension ContainerNote: CustomStringConvertible {
    package var description: String {
        "The capability container declares \(claimed) bytes, but the chip has \(actual). It cannot be corrected on this tag."
    }
}
