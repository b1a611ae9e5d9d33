extension TimeZoneDatabase {
    /// The present name of a time zone, such as `Asia/Tokyo` for `Japan`, which browsers know too.
    /// - Throws: ``TimeZoneError``, also for a file of this system that is no zone of the database, such as `posix/Asia/Tokyo`.
    package func presentName(of name: String) throws(TimeZoneError) -> String {
        _ = try rules(of: name)
        if listed().contains(where: { $0.name == name }) { return name }
        // Some aliases link to a zone of another country that had the same clock since 1970, such as Iceland to Africa/Abidjan.
        let zones = zones(inCountry: name.replacing("_", with: " "))
        if zones.count == 1 { return zones[0] }
        let links = links()
        // Old systems have no source.
        guard !links.isEmpty else { return name }
        var present = name
        // A link can lead to another one. A file with a circle does not hang.
        for _ in 0..<8 {
            guard let target = links[present] else { throw .unknownZone(name) }
            if target == present { break }
            present = target
        }
        return present == "Etc/UTC" ? "UTC" : present
    }

    /// The target of each link in the database's source, and each zone with itself; empty if the system does not have it. A
    /// later line replaces an earlier one.
    private func links() -> [String: String] {
        guard let source = try? read("tzdata.zi") else { return [:] }
        var links: [String: String] = [:]
        for line in source.split(separator: UInt8(ascii: "\n")) {
            guard let kind = line.first, kind == UInt8(ascii: "Z") || kind == UInt8(ascii: "L") else { continue }
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 3).map { String(decoding: $0, as: UTF8.self) }
            if kind == UInt8(ascii: "Z"), fields.count > 1 {
                links[fields[1]] = fields[1]
            } else if fields.count == 3 {
                links[fields[2]] = fields[1]
            }
        }
        return links
    }
}
