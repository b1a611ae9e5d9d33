/// One option of a selection by name in a form.
struct FormChoice: Sendable {
    let name: String
    let isChosen: Bool
}
