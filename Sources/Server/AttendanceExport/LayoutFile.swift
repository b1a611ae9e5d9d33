/// The JSON of a layout: `{"rows": "day|month", "columns": [{"from": "employee_id", "as": "Personnel no."}, …]}`.
struct LayoutFile: Codable {
    struct Column: Codable {
        var from: String?
        var text: String?
        var `as`: String?
        var style: String?
        var `if`: String?
    }

    var rows: ExportLayout.Unit?
    var columns: [Column]
    var before: [[String]]?
    var separator: String?
    var longest: String?
    var ending: String?
    var encoding: String?
    var decimal: String?
    var header: Bool?
}

extension LayoutFile {
    /// What the layout says about CSV; nil: the encoding is chosen with each export.
    /// - Throws: ``ExportError/badLayout(_:)``.
    var csv: LayoutCSV? {
        get throws(ExportError) {
            guard let encoding else {
                guard decimal == nil, header == nil, separator != LayoutCSV.Separator.semicolon.rawValue else {
                    throw ExportError.badLayout("'decimal', 'header' and a semicolon as 'separator' need an 'encoding'.")
                }
                return nil
            }
            guard let known = CSVEncoding(rawValue: encoding) else {
                let all = CSVEncoding.allCases.map(\.rawValue).joined(separator: ", ")
                throw ExportError.badLayout("'encoding' must be one of \(all).")
            }
            guard let sign = LayoutCSV.DecimalSign(rawValue: decimal ?? LayoutCSV.DecimalSign.point.rawValue) else {
                throw ExportError.badLayout("'decimal' must be 'point' or 'comma'.")
            }
            let csv = LayoutCSV(
                encoding: known, separator: separator.flatMap(LayoutCSV.Separator.init(rawValue:)) ?? .comma,
                decimalSign: sign, hasHeader: header ?? true)
            guard !csv.isAmbiguous else {
                throw ExportError.badLayout("With 'decimal' comma, 'separator' must be 'semicolon' or 'tab'.")
            }
            return csv
        }
    }
}
