import AttendanceStore
import Localization
import WebServer

/// The form for the names on an office's map and wall displays, as typed.
struct OfficeNamesForm: Sendable {
    let shownTo: String
    let allowsPrivate, areOnWall: Bool

    init(_ fields: BodyFields) {
        shownTo = fields["names"] ?? ""
        allowsPrivate = fields.isSet("private")
        areOnWall = fields.isSet("names_on_wall")
    }

    init(_ privacy: MapPrivacy, areOnWall: Bool) {
        shownTo = privacy.names.rawValue
        allowsPrivate = privacy.allowsPrivate
        self.areOnWall = areOnWall
    }

    /// - Throws: ``WebError`` for an unknown choice.
    func namesShown() throws(WebError) -> NamesShown {
        guard let names = NamesShown(rawValue: shownTo) else {
            throw .badRequest(localized("office.badNames"), reason: .badSetting)
        }
        return names
    }
}
