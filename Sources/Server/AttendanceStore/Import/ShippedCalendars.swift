import Foundation

/// The holiday calendars that are part of the program: files of `web/holidays`, which `scripts/holidays` writes.
package struct ShippedCalendars: Sendable {
    package struct Calendar: Sendable {
        /// The country and a part of it, such as `DE-BB`.
        package let code: String
        /// In the country's language.
        package let name: String
        /// Whether its later years are a forecast.
        package let isForecast: Bool
        /// The file.
        package let bytes: [UInt8]

        package var country: String { String(code.prefix { $0 != "-" }) }
    }

    private let folder: String
    private static let ending = ".ics"

    package init(folder: String) { self.folder = folder }

    /// By country and name.
    package func all() throws -> [Calendar] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(Self.ending) }
            .map { try Calendar(code: String($0.dropLast(Self.ending.count)), folder: folder) }
            .sorted { ($0.country, $0.name) < ($1.country, $1.name) }
    }

    /// nil: there is none with this code.
    package func calendar(_ code: String) throws -> Calendar? { try all().first { $0.code == code } }
}

extension ShippedCalendars.Calendar {
    fileprivate init(code: String, folder: String) throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(code).ics")))
        var head: [String: String] = [:]
        // Before the first event.
        for line in ICalendar(Array(bytes.prefix(1024))).lines.prefix(while: { $0.name != "BEGIN" || $0.value != "VEVENT" }) {
            head[line.name] = ICalendar.text(line.value)
        }
        self.init(
            code: code, name: head["X-WR-CALNAME"] ?? code,
            isForecast: head["X-DESKTAP-FORECAST"] != nil, bytes: bytes)
    }
}
