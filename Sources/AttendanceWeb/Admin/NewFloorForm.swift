import Attendance
import AttendanceStore
import Localization
import WebServer

/// The form for a floor whose desks are placed in rows, as typed.
struct NewFloorForm: Sendable {
    let name: String
    let desks: String

    init() { (name, desks) = ("", "10") }

    init(_ fields: BodyFields) { (name, desks) = (fields["name"] ?? "", fields["desks"] ?? "") }

    /// - Throws: ``WebError`` for a name without a Latin letter or digit, or a wrong number.
    func layout() throws(WebError) -> FloorLayout {
        let prefix = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
        guard let name = PersonName(name)?.text, name.unicodeScalars.count <= 64, let prefix = DeskID(String(prefix.prefix(24)))
        else { throw .badRequest(localized("floors.badPrefix"), reason: .badName) }
        guard let count = Int(desks), FloorLayout.deskCount.contains(count) else {
            let most = ["most": "\(FloorLayout.deskCount.upperBound)"]
            throw .badRequest(localized("floors.badCount", most), reason: .badDesk)
        }
        return FloorLayout(floor: name, desks: count, prefix: prefix)
    }
}
