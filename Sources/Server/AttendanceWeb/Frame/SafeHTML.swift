/// HTML that templates contain as it is. All texts in it are escaped.
struct SafeHTML: Sendable {
    let text: String
}
