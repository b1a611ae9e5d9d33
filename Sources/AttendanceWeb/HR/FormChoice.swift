/// One of the names that a form lets choose from.
struct FormChoice: Sendable {
    let name: String
    let isChosen: Bool
}
