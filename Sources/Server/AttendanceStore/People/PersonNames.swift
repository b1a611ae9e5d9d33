/// A person's names.
package struct PersonNames: Sendable, Equatable {
    package let userName: String
    package let displayName: String
}
