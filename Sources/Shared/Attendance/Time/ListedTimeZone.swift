/// A time zone of a country, for lists to choose from.
package struct ListedTimeZone: Sendable, Equatable {
    /// The IANA name, such as `America/New_York`.
    package let name: String
    /// In English; empty for UTC.
    package let country: String

    /// The last part of the name, as people write it, such as `New York`.
    package var city: String { String(name.split(separator: "/").last ?? "").replacing("_", with: " ") }
}

extension TimeZoneDatabase {
    /// The zones of all countries, ordered by name, then UTC. If the system has no `zone.tab`, only UTC.
    package func listed() -> [ListedTimeZone] {
        zonesOfCountries().sorted { $0.name < $1.name } + [ListedTimeZone(name: "UTC", country: "")]
    }

    /// The zones of a country: the first one of each present clock, in the order of `zone.tab`, where populous zones are first.
    /// - Parameter country: its English name.
    package func zones(inCountry country: String) -> [String] {
        let typed = country.lowercased()
        guard (1...64).contains(typed.utf8.count) else { return [] }
        var found: [TimeZoneRules] = []
        for zone in zonesOfCountries() where zone.country.lowercased() == typed {
            guard let rules = try? rules(of: zone.name), !found.contains(where: rules.hasPresentClock) else { continue }
            found.append(rules)
        }
        return found.map(\.name)
    }

    /// The name of the only zone with a city; nil if none or several have it.
    /// - Parameter city: as in ``ListedTimeZone/city``, in any case.
    package func zone(ofCity city: String) -> String? {
        let typed = city.lowercased()
        let found = listed().filter { $0.city.lowercased() == typed }
        return found.count == 1 ? found[0].name : nil
    }

    /// In the order of `zone.tab`.
    private func zonesOfCountries() -> [ListedTimeZone] {
        var countries: [String: String] = [:]
        for row in table("iso3166.tab") where row.count > 1 { countries[row[0]] = row[1] }
        return table("zone.tab").filter { $0.count > 2 }.map { row in
            ListedTimeZone(name: row[2], country: countries[row[0]] ?? "")
        }
    }

    /// The names of at most three zones whose city or country resembles a text, the most similar first.
    package func similar(to text: String) -> [String] {
        let typed = text.lowercased().replacing("_", with: " ")
        // The city of a name such as Europe/Berln.
        guard let place = typed.split(separator: "/").last.map(String.init), place.count <= 64 else { return [] }
        let allowedErrors = place.count < 8 ? 1 : 2
        var found: [(rank: Int, name: String)] = []
        for zone in listed() {
            let (city, country) = (zone.city.lowercased(), zone.country.lowercased())
            if city == place {
                found.append((0, zone.name))
            } else if country == place || Self.errors(place, city) <= allowedErrors {
                found.append((1, zone.name))
            } else if place.count > 3 && (city.contains(place) || country.contains(place)) {
                found.append((2, zone.name))
            } else if city.count > 3 && typed.contains(city) {
                found.append((2, zone.name))
            }
        }
        return found.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.prefix(3).map { $0.name }
    }

    /// The number of inserted, missing and wrong characters. Two swapped ones count as one.
    private static func errors(_ typed: String, _ right: String) -> Int {
        let difference = right.difference(from: typed)
        return max(difference.insertions.count, difference.removals.count)
    }

    /// The rows of a file of the database, without comments.
    private func table(_ path: String) -> [[String]] {
        guard let bytes = try? read(path) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.split(separator: "\t").map(String.init)
        }
    }
}
