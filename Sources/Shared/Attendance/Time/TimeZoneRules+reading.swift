extension TimeZoneRules {
    /// All instants at which the local clock reads `local`, ascending: usually one; two where the clock is set back over it;
    /// none where it is set forward over it.
    /// - Parameter local: the clock's reading, counted like seconds since 1970 in UTC.
    package func instants(reading local: Int64) -> [Int64] {
        var instants: [Int64] = []
        var span = span(at: local - Self.greatestOffset - 1)
        while true {
            let instant = local - span.offset
            if span.contains(instant) { instants.append(instant) }
            if span.to > local + Self.greatestOffset { return instants }
            span = self.span(at: span.to)
        }
    }
}
