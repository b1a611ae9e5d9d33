import Attendance
import AttendanceStore
import Localization
import WebServer

/// The form for a floor whose desks are placed in rows, as typed.
struct NewFloorForm: Sendable {
    let name: String
    let desks: String
    /// The office's id; empty: the viewer's office.
    let office: String

    init() { (name, desks, office) = ("", "10", "") }

    init(_ fields: BodyFields) {
        (name, desks, office) = (fields["name"] ?? "", fields["desks"] ?? "", fields["office"] ?? "")
    }

    /// - Parameter taken: the names of the office's desks.
    /// - Throws: ``StoreError/badName(longest:)``; ``WebError`` for a name without a Latin letter or digit, or a wrong number.
    func layout(besides taken: [String]) throws -> FloorLayout {
        let name = try ThingName.given(name)
        guard let prefix = DeskID(Self.prefix(of: name, besides: taken)) else {
            throw WebError.badRequest(localized("floors.badPrefix"), reason: .badName)
        }
        guard let count = Int(desks), FloorLayout.deskCount.contains(count) else {
            let most = ["most": "\(FloorLayout.deskCount.upperBound)"]
            throw WebError.badRequest(localized("floors.badCount", most), reason: .badDesk)
        }
        return FloorLayout(floor: name, desks: count, prefix: prefix)
    }

    /// A short beginning of desk names: `6F` for 6F, `GF` for Ground floor, `12F` for 12th floor, `BAS` for Basement. A number
    /// follows if desks of the office already begin with it. Empty for a name without Latin letters and digits.
    static func prefix(of floor: String, besides taken: [String]) -> String {
        let words = floor.uppercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let short: String
        if words.count == 1 {
            short = words[0].count <= 6 ? String(words[0]) : String(words[0].prefix(3))
        } else {
            short = words.map { word in
                let number = word.prefix { $0.isNumber }
                return String(number.isEmpty ? word.prefix(1) : number)
            }.joined()
        }
        let base = String(short.prefix(24))
        func isTaken(_ prefix: String) -> Bool { taken.contains { $0.hasPrefix(prefix + "-") } }
        var (prefix, number) = (base, 2)
        while isTaken(prefix) {
            prefix = "\(base)-\(number)"
            number += 1
        }
        return prefix
    }
}
