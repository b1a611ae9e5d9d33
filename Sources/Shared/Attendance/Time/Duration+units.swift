extension Duration {
    /// Whole minutes, hours and days, without the rest.
    package var minutes: Int64 { components.seconds / 60 }
    package var hours: Int64 { components.seconds / 3600 }
    package var days: Int64 { components.seconds / 86_400 }
}
