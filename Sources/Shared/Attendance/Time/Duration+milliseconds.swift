extension Duration {
    /// Whole milliseconds; a fraction is dropped.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    package var magnitude: Duration { self < .zero ? .zero - self : self }
}
