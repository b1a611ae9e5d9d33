import Foundation
import Localization

/// What a device is called in its owner's list: the families of its browser and its system. Nothing else of what a browser says
/// of itself is kept, because it would tell people apart.
struct DeviceName: Sendable, Equatable {
    let text: String

    /// Each family with what gives it away, the one that others pretend to be after those that pretend.
    private static let browsers = [
        ("Firefox", ["Firefox/", "FxiOS/"]), ("Edge", ["Edg/", "EdgA/", "EdgiOS/"]), ("Opera", ["OPR/", "Opera"]),
        ("Samsung Internet", ["SamsungBrowser/"]), ("Chrome", ["Chrome/", "CriOS/", "Chromium/"]), ("Safari", ["Safari/"]),
    ]
    private static let systems = [
        ("Android", ["Android"]), ("iPhone", ["iPhone"]), ("iPad", ["iPad"]), ("Windows", ["Windows"]),
        ("ChromeOS", ["CrOS"]), ("Mac", ["Macintosh"]), ("Linux", ["Linux"]),
    ]

    /// - Parameter userAgent: the field of a request (RFC 9110, 10.1.5).
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

    /// What is kept, in the language of whoever reads it: a program is called one there, and the families have one name
    /// everywhere.
    static func words(_ kept: String) -> String {
        let parts = kept.components(separatedBy: " on ")
        guard parts.count == 2 else { return kept == "A program" ? localized("device.program") : kept }
        return parts[0] == "A program"
            ? localized("device.programOn", ["system": parts[1]])
            : localized("device.browserOn", ["browser": parts[0], "system": parts[1]])
    }
}
