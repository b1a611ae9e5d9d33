import Foundation
import Localization

/// A device's name in its owner's list: the families of browser and operating system. The rest of the User-Agent is not stored,
/// because it could identify people.
struct DeviceName: Sendable, Equatable {
    let text: String

    /// Each family with its tokens. A family whose token others include comes after them.
    private static let browsers = [
        ("Firefox", ["Firefox/", "FxiOS/"]), ("Edge", ["Edg/", "EdgA/", "EdgiOS/"]), ("Opera", ["OPR/", "Opera"]),
        ("Samsung Internet", ["SamsungBrowser/"]), ("Chrome", ["Chrome/", "CriOS/", "Chromium/"]), ("Safari", ["Safari/"]),
    ]
    private static let systems = [
        ("Android", ["Android"]), ("iPhone", ["iPhone"]), ("iPad", ["iPad"]), ("Windows", ["Windows"]),
        ("ChromeOS", ["CrOS"]), ("Mac", ["Macintosh"]), ("Linux", ["Linux"]),
    ]

    /// - Parameter userAgent: the User-Agent field of a request (RFC 9110, 10.1.5).
    init(userAgent: String?) {
        let agent = userAgent ?? ""
        func family(_ families: [(String, [String])]) -> String? {
            families.first { _, signs in signs.contains { agent.contains($0) } }?.0
        }
        switch (family(Self.browsers), family(Self.systems)) {
        case (let browser?, let system?): text = "\(browser) on \(system)"
        case (let name?, nil): text = name
        case (nil, let system?): text = "A program on \(system)"
        case (nil, nil): text = "A program"
        }
    }

    /// Localizes a stored name. Names of families are the same in all languages.
    static func words(_ kept: String) -> String {
        let parts = kept.components(separatedBy: " on ")
        guard parts.count == 2 else { return kept == "A program" ? localized("device.program") : kept }
        return parts[0] == "A program"
            ? localized("device.programOn", ["system": parts[1]])
            : localized("device.browserOn", ["browser": parts[0], "system": parts[1]])
    }
}
