extension String {
    /// The order of code points, which does not depend on the version of Unicode. UTF-8 has the same order.
    package func precedesByCodePoint(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
