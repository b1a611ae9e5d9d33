import Attendance
import AttendanceStore
import Localization

/// QR codes to print for desks. A phone's camera opens the same addresses as an NFC tag.
struct TagSheetPage: Page {
    static let template = "pages/Tags/tag-sheet"

    /// The administrator's selection.
    struct Selection {
        let floors: FloorChoice
        /// The typed selection (``DeskSelection``).
        let desks: String
        /// Whether a desk has one code whose page asks for the event, instead of one code for each event.
        let hasOneCode: Bool
        /// The number of desks left for further sheets.
        var left = 0

        init(_ floors: FloorChoice, desks: String, hasOneCode: Bool) {
            (self.floors, self.desks, self.hasOneCode) = (floors, desks, hasOneCode)
        }
    }

    struct Code {
        let word: String
        let side: Int
        let path: String
        let address: String
    }

    struct Card {
        let desk: String
        let codes: [Code]
    }

    let navigation: Navigation
    let office: String
    let offices: [Choice]
    let floors: [Choice]
    let hasFloor: Bool
    let desks: String
    let hasOneCode: Bool
    let cards: [Card]
    let count: Int
    let left: Int?
    let needsProof: Bool
    /// Where a start needs a tag that signs its address; nil: nowhere.
    let signingDesks: String?
    /// Whether the codes lead to the server's computer only.
    let isLocal: Bool
    let problem: String?

    init(
        navigation: Navigation, _ choice: Selection, desks: [String], publicURL: String, words: AddressWords,
        signingDesks: [String], needsProof: Bool, problem: String?
    ) {
        self.navigation = navigation
        let office = choice.floors.office.name
        self.office = office
        offices = choice.floors.officeChoices
        floors = choice.floors.floorChoices
        hasFloor = choice.floors.floor != nil
        self.desks = choice.desks
        hasOneCode = choice.hasOneCode
        let kinds: [TapKind?] = choice.hasOneCode ? [nil] : TapKind.allCases
        cards = desks.map { desk in
            Card(
                desk: desk,
                codes: kinds.compactMap { kind in
                    // The page of a code without an event never records a tap automatically, so it needs no word.
                    let address =
                        publicURL
                        + Address.tap(
                            kind?.rawValue, desk: desk, office: choice.floors.namesOffices ? office : nil,
                            word: kind == nil ? nil : words[desk])
                    let what = kind?.rawValue ?? "next"
                    return QRCode(address).map { code in
                        Code(word: localized("tagSheet.code.\(what)"), side: code.side, path: code.path, address: address)
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
