import Attendance
import AttendanceStore
import Localization

/// QR codes to print for desks. A phone's camera opens the same addresses as an NFC tag.
struct TagSheetPage: Page {
    static let template = "pages/Tags/tag-sheet"

    /// The administrator's selection.
    struct Selection {
        let floors: FloorChoice
        /// The typed selection (``DeskSelection``); empty if it was typed for another floor.
        let desks: String
        /// Whether a desk has one code whose page asks for the event, instead of one code for each event.
        let hasOneCode: Bool
        /// The languages of the labels, the first on top.
        let languages: [Language]
        /// The number of desks left for further sheets.
        var left = 0

        init(_ floors: FloorChoice, _ query: TagSheetQuery) {
            self.floors = floors
            let isOfFloor = query.typedFor.map { $0 == floors.key } ?? true
            (desks, hasOneCode, languages) = (isOfFloor ? query.desks : "", query.hasOneCode, query.languages)
        }
    }

    struct Code {
        /// nil: its page asks for the event.
        let kind: String?
        let side: Int
        let path: String
        let address: String
        /// The code's event, or all.
        let events: [Event]
    }

    /// The sign of an event, and its labels in the chosen languages.
    struct Event: Sendable {
        struct Label: Sendable {
            let language: String
            let word: String
            /// The code's second meaning; nil: it has only one.
            let alsoMeans: String?
        }

        let kind: String
        /// A triangle, two bars or a square, as SVG path data on 24 × 24.
        let sign: String
        let labels: [Label]

        /// - Parameter isAlone: whether the code has no other event.
        init(_ kind: TapKind, in catalogues: [Catalogue], isAlone: Bool) {
            self.kind = kind.rawValue
            sign =
                switch kind {
                case .start: "M5 2v20l17-10z"
                case .pause: "M4 3h5v18h-5zM15 3h5v18h-5z"
                case .end: "M3 3h18v18h-18z"
                }
            labels = catalogues.map { catalogue in
                Catalogue.$current.withValue(catalogue) {
                    Label(
                        language: catalogue.language.rawValue, word: RecordWords.kind(kind),
                        alsoMeans: isAlone && kind == .start ? RecordWords.kind(kind, isResume: true) : nil)
                }
            }
        }
    }

    struct Card {
        let desk: String
        /// Whether the desk's name needs a smaller font.
        let isLong: Bool
        let codes: [Code]

        init(desk: String, codes: [Code]) { (self.desk, isLong, self.codes) = (desk, desk.count > 8, codes) }
    }

    let navigation: Navigation
    let office: String
    /// Whether each card names the office, because there are several.
    let namesOffice: Bool
    let offices: [Choice]
    let floors: [Choice]
    let hasFloor: Bool
    let floorKey: String
    let desks: String
    let hasOneCode: Bool
    let languages: [Choice]
    let cards: [Card]
    let count: Int
    let left: Int?
    let needsProof: Bool
    /// Where a start needs a tag that signs its address; nil: nowhere.
    let signingDesks: String?
    /// Whether the codes lead to the server's computer only.
    let isLocal: Bool
    let problem: String?

    /// - Parameter catalogues: those of the chosen languages.
    init(
        navigation: Navigation, _ choice: Selection, desks: [String], publicURL: String, words: AddressWords,
        catalogues: [Catalogue], signingDesks: [String], needsProof: Bool, problem: String?
    ) {
        self.navigation = navigation
        let office = choice.floors.office.name
        self.office = office
        namesOffice = choice.floors.namesOffices
        offices = choice.floors.officeChoices
        floors = choice.floors.floorChoices
        hasFloor = choice.floors.floor != nil
        floorKey = choice.floors.key
        self.desks = choice.desks
        hasOneCode = choice.hasOneCode
        languages =
            Language.allCases.map {
                Choice(value: $0.rawValue, name: $0.nativeName, isChosen: choice.languages == [$0])
            } + [
                Choice(
                    value: TagSheetQuery.allLanguages, name: Language.allCases.map(\.nativeName).joined(separator: " + "),
                    isChosen: choice.languages.count > 1)
            ]
        let events = TapKind.allCases.map { ($0, Event($0, in: catalogues, isAlone: !choice.hasOneCode)) }
        let kinds: [(TapKind?, [Event])] = choice.hasOneCode ? [(nil, events.map(\.1))] : events.map { ($0.0, [$0.1]) }
        cards = desks.map { desk in
            Card(
                desk: desk,
                codes: kinds.compactMap { kind, events in
                    // The page of a code without an event never records a tap automatically, so it needs no word.
                    let address =
                        publicURL
                        + Address.tap(
                            kind?.rawValue, desk: desk, office: choice.floors.namesOffices ? office : nil,
                            word: kind == nil ? nil : words[desk])
                    return QRCode(address).map { code in
                        Code(
                            kind: kind?.rawValue, side: code.side, path: code.path, address: address, events: events)
                    }
                })
        }
        count = cards.count
        left = choice.left > 0 ? choice.left : nil
        self.needsProof = needsProof
        self.signingDesks = signingDesks.isEmpty ? nil : signingDesks.joined(separator: ", ")
        isLocal = Address.isLocal(publicURL)
        self.problem = problem
    }
}
