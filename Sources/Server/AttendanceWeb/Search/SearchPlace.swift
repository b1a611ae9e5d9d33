import AttendanceStore
import Localization

/// A page that the search finds by its name, or by words for what one does there.
struct SearchPlace: Sendable {
    let link: Link
    /// The words of the name, and words for what one does there.
    private let words: [String]

    /// - Parameter keys: the parts of the localization keys of the words; nil: that of the address.
    init(_ link: Link, words keys: [String]? = nil) {
        self.link = link
        let keys = keys ?? Self.keys[link.address].map { [$0] } ?? []
        words = ([link.name] + keys.map { localized("search.words.\($0)") }).joined(separator: ", ").searchTerms
    }

    private init(_ article: Manual.Article) {
        (link, words) = (article.link, article.words)
    }

    /// The pages of the manual that a text finds, each once: first those with the text in the title, then those with a heading that
    /// has it, by the first such section, then those with the text elsewhere.
    static func links(to articles: [Manual.Article], about text: String) -> [Link] {
        var (titles, sections, others) = ([] as [Link], [] as [Link], [] as [Link])
        for article in articles {
            let places = article.sections.lazy.map { section in
                SearchPlace(Link(name: "\(section.name) · \(article.link.name)", address: section.address), words: [])
            }
            if SearchPlace(article.link, words: []).isFound(by: text) {
                titles.append(article.link)
            } else if let section = places.first(where: { $0.isFound(by: text) }) {
                sections.append(section.link)
            } else if SearchPlace(article).isFound(by: text) {
                others.append(article.link)
            }
        }
        return titles + sections + others
    }

    /// The places that a text finds; those with the text in the name come first.
    /// - Parameter text: empty for all places.
    static func links(to places: [SearchPlace], about text: String) -> [Link] {
        let named = places.filter { text.isEmpty || $0.hasInName(text) }
        return (named + places.filter { !$0.hasInName(text) && $0.hasInWords(text) }).map(\.link)
    }

    /// The list of offices and, if there is one office, the sections of its settings.
    static func settings(of offices: [Office], list: Link) -> [SearchPlace] {
        guard let office = offices.first, offices.count == 1 else {
            return [SearchPlace(list, words: ["offices"] + officeSections.map { $0.words })]
        }
        return [SearchPlace(list)]
            + officeSections.map { title, address, words in
                let name = "\(localized(title)) · \(office.name)"
                return SearchPlace(Link(name: name, address: Address.ofOffice(office.id, address)), words: [words])
            }
    }

    /// The localization key of the title, the address, and the part of the key of the words.
    private static let officeSections: [(title: String, address: String, words: String)] = [
        ("office.tab.time", Address.adminOfficeTime, "officeTime"),
        ("office.names", Address.adminOffice + "#names", "officeNames"),
        ("office.tab.taps", Address.adminOfficeTaps, "officeTaps"),
        ("reminders.title", Address.adminOffice + "#reminders", "officeReminders"),
        ("office.place", Address.adminOffice + "#place", "officePlace"),
    ]

    /// The parts of the localization keys of the words, by the address of the page.
    static let keys: [String: String] = [
        Address.map: "map", Address.now: "now", Address.me: "me", Address.team: "team", Address.people: "people",
        Address.requests: "requests", Address.hr: "attendance", exports: "exports", Address.charts: "charts",
        Address.layouts: "layouts",
        Address.hrRetention: "retention", Address.quarantine: "quarantine", Address.ledger: "ledger",
        Address.admin: "administration", Address.adminServer: "server", Address.adminChanges: "changes",
        Address.adminPeople: "accounts", Address.uninvited: "invitations",
        Address.adminTeams: "teams", Address.adminImport: "import", Address.adminFloors: "floors", Address.tags: "tags",
        Address.tagSheet: "codes", Address.tagWriting: "writing", Address.adminReaders: "readers",
        Address.adminDisplays: "displays", Address.adminOffices: "offices", Address.adminAccess: "access",
        Address.adminRetention: "retention", Address.workingTimeHolidays: "holidays", Address.mySettings: "settings",
        Address.myDevices: "devices",
        Address.myReminders: "reminders", rules: "rules", Address.language: "language", Address.signOut: "signOut",
        Address.help: "manual", Address.workingTime: "schedules", Address.workingTimeTerms: "terms",
    ]

    /// The exports on HR's page.
    private static let exports = Address.hr + "#take"
    /// The rules of the office on the page about the program.
    private static let rules = Address.about + "#rules"

    /// What the search does itself: the choice of the language, and signing out.
    static var commands: [Link] {
        [
            Link(name: localized("language.label"), address: Address.language),
            Link(name: localized("navigation.signOut"), address: Address.signOut),
        ]
    }

    /// Pages that are not in the menus: the localization key of the name, the address, and the permission required.
    static let beyondMenus: [(key: String, address: String, permission: Permission)] = [
        ("hr.takeAway", exports, .export), ("layout.title", Address.layouts, .export),
        ("chart.heading", Address.charts, .seeAttendance),
        ("retention.title", Address.hrRetention, .seeRetention),
        ("invite.make", Address.uninvited, .administer),
        ("settings.title", Address.mySettings, .manageOwnAccount),
        ("me.devices.manage", Address.myDevices, .manageOwnAccount),
        ("reminders.title", Address.myReminders, .manageOwnAccount),
        ("about.rules", rules, .seeOwnRecord), ("manual.title", Address.help, .seeAttendance),
        ("tagSheet.title", Address.tagSheet, .administer),
        ("tagWriting.title", Address.tagWriting, .administer),
    ]

    private func isFound(by text: String) -> Bool { hasInName(text) || hasInWords(text) }

    /// Whether the text begins at a word of the name, or is a part of it in a language without spaces.
    private func hasInName(_ text: String) -> Bool {
        let (text, name) = (text.lowercased(), link.name.lowercased())
        return (" " + name).contains(" " + text) || (!text.isAllASCII && name.contains(text))
    }

    /// Whether each word of the text is in the name or the words, also as their plural, or begins one of them with at least four
    /// letters: a shorter beginning is often that of a person's name. Words of up to two letters are ignored beside longer ones.
    private func hasInWords(_ text: String) -> Bool {
        let sought = text.searchTerms
        let long = sought.filter { $0.count > 2 || !$0.isAllASCII }
        let terms = long.isEmpty ? sought : long
        return !terms.isEmpty && terms.allSatisfy { term in words.contains { Self.matches(term, $0) } }
    }

    private static func matches(_ term: String, _ word: String) -> Bool {
        if term == word || term == word + "s" || (term.count > 3 && word.hasPrefix(term)) { return true }
        // Japanese has no spaces: each can be a part of the other.
        return !term.isAllASCII && !word.isAllASCII && term.count > 1 && (word.contains(term) || term.contains(word))
    }
}

extension String {
    fileprivate var isAllASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
