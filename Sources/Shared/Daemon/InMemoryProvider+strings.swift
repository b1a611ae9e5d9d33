package import Configuration

extension InMemoryProvider {
    /// - Parameter secret: the name of the setting that is not logged.
    package init(name: String, strings: [String: String], secret: String? = nil) {
        self.init(
            name: name,
            values: Dictionary(
                uniqueKeysWithValues: strings.map { key, value in
                    (AbsoluteConfigKey([key]), ConfigValue(.string(value), isSecret: key == secret))
                }))
    }
}
