import JSON

/// The figures of a period that were confirmed, approved or handed over.
package struct PeriodFigures: Sendable, Equatable {
    package let user: String
    package let period: PeriodName
    package let items: Items

    package init(user: String, period: PeriodName, items: Items) {
        (self.user, self.period, self.items) = (user, period, items)
    }
}

/// Whole numbers by their item's name. A missing item is 0.
package typealias Items = [String: Int64]

extension PeriodFigures {
    init(_ fields: FactFields) throws(FactRejection) {
        let period = try fields.period("period")
        self.init(user: try fields.text("user"), period: period, items: try fields.value("items", Self.items))
    }

    private static func items(_ value: JSONValue) -> Items? {
        guard let members = value.object else { return nil }
        let items = members.compactMapValues { $0.integer(in: FactFields.integers) }
        return items.count == members.count ? items : nil
    }

    var json: [String: JSONValue] {
        ["user": .string(user), "period": .string(period.description), "items": .object(items.mapValues(JSONValue.integer))]
    }
}
