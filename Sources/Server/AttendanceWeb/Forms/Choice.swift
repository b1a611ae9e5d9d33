/// A choice in a form.
struct Choice: Sendable {
    /// What the form sends.
    let value: String
    let name: String
    let isChosen: Bool

    /// - Parameter value: by default, the form sends the name.
    init(value: String? = nil, name: String, isChosen: Bool) {
        self.value = value ?? name
        self.name = name
        self.isChosen = isChosen
    }
}
