import Attendance
import Localization
import WebServer

/// The form for an office's coordinates in degrees, as typed. Both are blank if they are unknown.
struct OfficePlaceForm: Sendable {
    let latitude, longitude: String

    init(_ fields: BodyFields) {
        latitude = fields["latitude"] ?? ""
        longitude = fields["longitude"] ?? ""
    }

    init(_ place: Coordinates?) {
        latitude = place.map { "\($0.latitude)" } ?? ""
        longitude = place.map { "\($0.longitude)" } ?? ""
    }

    /// - Returns: nil if both fields are blank.
    /// - Throws: ``WebError`` if one of them is blank or no number in its range.
    func coordinates() throws(WebError) -> Coordinates? {
        if latitude.isEmpty && longitude.isEmpty { return nil }
        guard let north = Double(latitude), let east = Double(longitude),
            let place = Coordinates(latitude: north, longitude: east)
        else { throw .badRequest(localized("office.badPlace"), reason: .badSetting) }
        return place
    }
}
