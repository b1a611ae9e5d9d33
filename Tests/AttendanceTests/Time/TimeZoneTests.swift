import Attendance
import Foundation
import TestServers
import Testing

@Suite struct `Time zones` {
    @Test func `The time zone database reports its version`() throws {
        #expect(try systemZones().version.contains(/^20\d\d[a-z]+/))
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "2025-10-26T00:59:59Z", 7200), ("Europe/Berlin", "2025-10-26T01:00:00Z", 3600),
            ("America/New_York", "2025-03-09T06:59:59Z", -18_000), ("America/New_York", "2025-03-09T07:00:00Z", -14_400),
            ("Australia/Lord_Howe", "2025-04-05T14:59:59Z", 39_600), ("Australia/Lord_Howe", "2025-04-05T15:00:00Z", 37_800),
            ("Asia/Kolkata", "2025-06-01T00:00:00Z", 19_800), ("Asia/Tokyo", "2025-06-01T00:00:00Z", 32_400),
            ("Africa/Casablanca", "2025-02-23T01:59:59Z", 3600), ("Africa/Casablanca", "2025-02-23T02:00:00Z", 0),
            ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000), ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400),
            // Negative daylight saving: in Dublin, winter time is the exception.
            ("Europe/Dublin", "2025-01-01T00:00:00Z", 0), ("Europe/Dublin", "2025-07-01T00:00:00Z", 3600),
            // A change that is not daylight saving.
            ("Asia/Almaty", "2024-02-29T17:59:59Z", 21_600), ("Asia/Almaty", "2024-02-29T18:00:00Z", 18_000),
            // Long after the last listed change.
            ("Europe/Berlin", "2499-07-01T00:00:00Z", 7200), ("Europe/Berlin", "2499-12-01T00:00:00Z", 3600),
            ("America/Santiago", "2499-01-01T00:00:00Z", -10_800), ("America/Santiago", "2499-07-01T00:00:00Z", -14_400),
            ("UTC", "2025-06-01T00:00:00Z", 0), ("America/Argentina/Buenos_Aires", "2025-06-01T00:00:00Z", -10_800),
        ] as [(String, String, Int64)])
    func `A time zone has the right offset at each instant`(zone: String, at: String, offset: Int64) throws {
        let seconds = try #require(Instant(rfc3339: at)).seconds
        let span = try systemZones().rules(of: zone).span(at: seconds)
        #expect(span.offset == offset)
        #expect(span.contains(seconds))
    }

    @Test(arguments: [
        "", "Mars/Olympus", "../zoneinfo/UTC", "/usr/share/zoneinfo/UTC", "Europe", "Europe/", "Europe//Berlin", "tzdata.zi",
        "localtime", "posixrules", "Factory", "Europe/Berlin\0", "right/Europe/Berlin", "+VERSION", "zone.tab",
        "Europe/./Berlin",
    ])
    func `Names that are no time zone, or differ between systems, are rejected`(name: String) throws {
        let zones = try systemZones()
        #expect(throws: TimeZoneError.self) { try zones.rules(of: name) }
    }

    @Test func `Time zones are listed with the names of their cities and countries`() throws {
        let listed = try systemZones().listed()
        let newYork = try #require(listed.first { $0.name == "America/New_York" })
        #expect(newYork.city == "New York" && newYork.country == "United States")
        #expect(listed.contains { $0.name == "Asia/Tokyo" && $0.country == "Japan" })
        #expect(listed.last?.name == "UTC")
        let bare = try TimeZoneDatabase { path in
            guard path == "+VERSION" else { throw CocoaError(.fileNoSuchFile) }
            return Array("2026a".utf8)
        }
        #expect(bare.listed().map(\.name) == ["UTC"])
    }

    @Test(
        arguments: [("berlin", "Europe/Berlin"), ("New York", "America/New_York"), ("Tokio", nil), ("Bali", nil), ("", nil)]
            as [(String, String?)])
    func `A city names its zone, but a similar name does not`(city: String, zone: String?) throws {
        #expect(try systemZones().zone(ofCity: city) == zone)
    }

    @Test(
        arguments: [
            ("Tokio", ["Asia/Tokyo"]), ("Tokoy", ["Asia/Tokyo"]), ("new york", ["America/New_York"]),
            ("Europe/Berln", ["Europe/Berlin"]),
            ("Germany", ["Europe/Berlin", "Europe/Busingen"]), ("Tokyo, Japan, UTC+9", ["Asia/Tokyo"]),
            ("Kolkatta", ["Asia/Kolkata"]), ("Osaka", []), ("Mars/Base", []), ("", []), ("/", []),
            (String(repeating: "x", count: 100_000), []),
        ] as [(String, [String])])
    func `A text that is no time zone resembles cities and countries`(text: String, names: [String]) throws {
        #expect(try systemZones().similar(to: text) == names)
    }

    @Test(arguments: [
        ("Japan", "Asia/Tokyo"), ("Asia/Tokyo", "Asia/Tokyo"), ("Asia/Calcutta", "Asia/Kolkata"),
        ("US/Eastern", "America/New_York"),
        ("Iceland", "Atlantic/Reykjavik"), ("Singapore", "Asia/Singapore"), ("Portugal", "Europe/Lisbon"), ("UTC", "UTC"),
        ("Etc/UCT", "UTC"), ("Zulu", "UTC"), ("Etc/GMT-9", "Etc/GMT-9"), ("America/Coyhaique", "America/Coyhaique"),
    ])
    func `A time zone has a present name`(name: String, present: String) throws {
        #expect(try systemZones().presentName(of: name) == present)
        #expect(try systemZones().presentName(of: present) == present)
    }

    @Test(arguments: ["Germany", "Mars/Olympus", "posix/Asia/Tokyo", "right/Asia/Tokyo", "tzdata.zi", ""])
    func `What is no zone of the database has no present name`(name: String) throws {
        #expect(throws: TimeZoneError.self) { try systemZones().presentName(of: name) }
    }

    /// As on a system whose database has no source, or a damaged one.
    @Test(arguments: [(nil, "Japan"), ("L Asia/Tokyo Nippon\nL Nippon Japan\nZ Asia/Tokyo 9 - JST", "Asia/Tokyo")])
    func `An alias is followed through the links of the source, if there is one`(source: String?, present: String) throws {
        let file = [UInt8](try Data(contentsOf: URL(filePath: TimeZoneDatabase.folder + "/Asia/Tokyo")))
        let zones = try TimeZoneDatabase { path in
            switch path {
            case "+VERSION": return Array("2026a".utf8)
            case "tzdata.zi" where source != nil: return Array((source ?? "").utf8)
            case "Japan", "Asia/Tokyo", "Circle": return file
            default: throw CocoaError(.fileNoSuchFile)
            }
        }
        #expect(try zones.presentName(of: "Japan") == present)
        if source != nil { #expect(throws: TimeZoneError.unknownZone("Circle")) { try zones.presentName(of: "Circle") } }
    }

    @Test(
        arguments: [
            ("Germany", ["Europe/Berlin"]), ("japan", ["Asia/Tokyo"]), ("Argentina", ["America/Argentina/Buenos_Aires"]),
            ("South Africa", ["Africa/Johannesburg"]), ("Spain", ["Europe/Madrid", "Atlantic/Canary"]),
            ("Berlin", []), ("", []), (String(repeating: "x", count: 100_000), []),
        ] as [(String, [String])])
    func `A country has a zone for each of its present clocks`(country: String, zones: [String]) throws {
        #expect(try systemZones().zones(inCountry: country) == zones)
    }

    @Test func `A time zone database without a version is rejected`() throws {
        #expect(throws: TimeZoneError.noVersion) { try TimeZoneDatabase { _ in throw CocoaError(.fileNoSuchFile) } }
        #expect(throws: TimeZoneError.noVersion) { try TimeZoneDatabase { _ in Array("# release\n".utf8) } }
        let other = try TimeZoneDatabase { $0 == "+VERSION" ? Array("2026a\n".utf8) : [] }
        #expect(other.version == "2026a")
    }

    /// Truncates the file at every length, and changes its bytes one at a time. Reading must not crash.
    @Test func `A damaged time zone file does not crash`() throws {
        let whole = [UInt8](try Data(contentsOf: URL(filePath: TimeZoneDatabase.folder + "/America/Santiago")))
        func read(_ bytes: [UInt8]) throws {
            let zones = try TimeZoneDatabase { $0 == "+VERSION" ? Array("2026a".utf8) : bytes }
            let rules = try zones.rules(of: "X")
            for day in stride(from: Int64(-40_000), to: 60_000, by: 9_999) {
                let seconds = day * 86400
                #expect(rules.span(at: seconds).contains(seconds))
            }
        }
        for length in whole.indices { #expect(throws: (any Error).self) { try read(Array(whole[..<length])) } }
        for place in stride(from: 0, to: whole.count, by: 3) {
            var bytes = whole
            bytes[place] ^= 0x81
            try? read(bytes)
        }
        try read(whole)
        #expect(throws: (any Error).self) { try read(whole + [0]) }
    }

    /// Python's zoneinfo is an independent reader of the same files.
    @Test(.enabled(if: Python.isAvailable, "Install python3 to compare the time zones with an independent reader."))
    func `Time zone offsets agree with an independent reader`() async throws {
        let script = """
            import zoneinfo, random, sys, datetime
            random.seed(int(sys.argv[1]))
            for name in sorted(zoneinfo.available_timezones()):
                if name in ('localtime', 'posixrules', 'Factory') or name.startswith(('posix/', 'right/')): continue
                zone = zoneinfo.ZoneInfo(name)
                for _ in range(40):
                    t = random.randrange(-2208988800, 16725225600)
                    d = datetime.datetime.fromtimestamp(t, datetime.timezone.utc).astimezone(zone)
                    print(name, t, int(d.utcoffset().total_seconds()))
            """
        let seed = UInt64.random(in: 0..<1_000_000)
        let (lines, errors, status) = try await output(of: Python.path, ["-c", script, "\(seed)"])
        try #require(status == 0, "\(errors)")
        let zones = try systemZones()
        var rules = try zones.rules(of: "UTC")
        var count = 0
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: " ")
            if rules.name != parts[0] { rules = try zones.rules(of: String(parts[0])) }
            let seconds = try #require(Int64(parts[1]))
            if rules.span(at: seconds).offset != Int64(parts[2]) {
                Issue.record("seed \(seed): \(line), but \(rules.span(at: seconds))")
            }
            count += 1
        }
        #expect(count > 10_000)
    }
}
