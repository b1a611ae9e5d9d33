/// Metrics in the text format of Prometheus, version 0.0.4.
///
/// All values of one metric follow each other, after its type and its explanation.
package struct MetricsText: Sendable {
    package enum Kind: String {
        /// Only increases while the program runs.
        case counter
        case gauge
        case histogram
    }

    package typealias Labels = KeyValuePairs<String, String>

    /// The media type of ``text``.
    package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    package private(set) var text = ""

    package init() {}

    /// Begins a metric.
    /// - Parameter help: one line.
    package mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// - Parameter labels: of a bounded number of values.
    package mutating func add(_ name: String, _ value: Double, _ labels: Labels = [:]) {
        text += name + Self.text(labels) + " \(Self.text(value))\n"
    }

    package mutating func add(_ name: String, _ values: Histogram.Values, bounds: [Double], _ labels: Labels = [:]) {
        var count = 0
        for (index, bucket) in values.counts.enumerated() {
            count += bucket
            let bound = index < bounds.count ? Self.text(bounds[index]) : "+Inf"
            text += name + "_bucket" + Self.text(labels, bound: bound) + " \(count)\n"
        }
        add(name + "_sum", values.sum, labels)
        add(name + "_count", Double(count), labels)
    }

    /// Adds a metric with one value.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        begin(name, kind, help)
        add(name, value)
    }

    /// Adds a metric with one distribution.
    package mutating func add(_ name: String, _ help: String, _ histogram: Histogram) {
        begin(name, .histogram, help)
        add(name, histogram.values, bounds: histogram.bounds)
    }

    private static func text(_ labels: Labels, bound: String? = nil) -> String {
        var parts = labels.map { "\($0.key)=\"\(escaped($0.value, quotes: true))\"" }
        if let bound { parts.append("le=\"\(bound)\"") }
        return parts.isEmpty ? "" : "{" + parts.joined(separator: ",") + "}"
    }

    private static func text(_ value: Double) -> String {
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if value.isNaN { return "NaN" }
        return value == value.rounded() && value.magnitude < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        // By scalars: with a combining mark, a quotation mark is another `Character`.
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\"" where quotes: "\\\""
            default: String(scalar)
            }
        }.joined()
    }
}
