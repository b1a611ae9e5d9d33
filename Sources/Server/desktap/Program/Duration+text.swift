extension Duration {
    /// - Parameter text: a number followed by m, h or d.
    init?(text: String) {
        let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int32(text.dropLast()) else { return nil }
        self = .seconds(Int64(number) * unit)
    }
}
