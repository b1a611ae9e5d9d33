package import Attendance

/// The first visible sheet of an Excel workbook (`.xlsx`, ECMA-376).
package struct Workbook: Sendable {
    /// The rows with values, by number.
    package let rows: [CSVText.Record]

    /// The maximum size in bytes of the unpacked files, and of the cells' texts.
    fileprivate static let largest = 128 << 20

    /// Whether a file may be a workbook: a ZIP archive, or the container of encrypted workbooks and of the format of Excel 97.
    package static func isWorkbook(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || isContainer(bytes)
    }

    private static func isContainer(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
    }

    /// - Throws: ``WorkbookError``.
    package init(_ bytes: [UInt8]) throws(WorkbookError) {
        guard !Self.isContainer(bytes) else { throw .locked }
        rows = try ZIPArchive.with(bytes, largest: Self.largest) { (files) throws(WorkbookError) in
            let root = try Relationships(of: "", in: &files)
            guard let workbook = root.first("officeDocument") else { throw .broken }
            let parts = try Relationships(of: workbook, in: &files)
            let list = try SheetList(workbook, in: &files)
            guard let sheet = list.sheets.lazy.compactMap({ parts.target($0, type: "worksheet") }).first else { throw .broken }
            let styles = try parts.first("styles").map { (name) throws(WorkbookError) in try CellStyles(name, in: &files) }
            let texts = try parts.first("sharedStrings").map { (name) throws(WorkbookError) in
                try SharedTexts(name, in: &files)
            }
            var reader = SheetReader(
                texts: texts?.texts ?? [], formats: styles?.formats ?? [], epoch: list.epoch, largest: Self.largest)
            try files.parse(sheet) { (part) throws(WorkbookError) in try reader.take(part) }
            return reader.rows
        }
    }

    /// The rows as CSV with the same numbers of lines, as far as cells have no line breaks.
    package var csv: String {
        var (text, line) = ("", 1)
        for row in rows {
            text += String(repeating: "\r\n", count: row.line - line) + CSVText.line(row.fields) + "\r\n"
            line = row.line + 1
        }
        return text
    }
}

extension ZIPArchive {
    /// Parses a file.
    /// - Throws: ``WorkbookError``; ``WorkbookError/broken`` if there is no such file.
    mutating func parse(
        _ name: String, _ take: (XMLPart) throws(WorkbookError) -> Void
    ) throws(WorkbookError) {
        let isFound = try withoutActuallyEscaping(take) { (take) throws(WorkbookError) in
            let reader = try XMLReader(take)
            let isFound = try read(name) { (piece) throws(WorkbookError) in try reader.read(piece) }
            if isFound { try reader.read(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true) }
            return isFound
        }
        guard isFound else { throw .broken }
    }
}

/// The other parts of a workbook that a part names (ECMA-376 part 2, 9.3).
private struct Relationships {
    private struct Target {
        var type, name: String
    }

    private var targets: [String: Target] = [:]
    private var order: [String] = []

    init(of part: String, in files: inout ZIPArchive) throws(WorkbookError) {
        let path = part.split(separator: "/").map(String.init)
        let folder = Array(path.dropLast())
        let name = (folder + ["_rels", (path.last ?? "") + ".rels"]).joined(separator: "/")
        var (targets, order): ([String: Target], [String]) = ([:], [])
        try files.parse(name) { part in
            guard case .start("Relationship", let values) = part, values["TargetMode"] != "External",
                let id = values["Id"], let type = values["Type"], let target = values["Target"]
            else { return }
            targets[id] = Target(type: type, name: Self.path(target, from: folder))
            order.append(id)
        }
        (self.targets, self.order) = (targets, order)
    }

    private static func path(_ target: String, from folder: [String]) -> String {
        var path = target.hasPrefix("/") ? [] : folder
        for part in target.split(separator: "/") where part != "." {
            if part == ".." { _ = path.popLast() } else { path.append(String(part)) }
        }
        return path.joined(separator: "/")
    }

    /// The first part of a type, by the type's last word.
    func first(_ type: String) -> String? { order.lazy.compactMap { target($0, type: type) }.first }

    func target(_ id: String, type: String) -> String? {
        targets[id].flatMap { $0.type.hasSuffix("/" + type) ? $0.name : nil }
    }
}

/// The visible sheets, in the order of their tabs.
private struct SheetList {
    private(set) var sheets: [String] = []
    private(set) var epoch = CellFormat.epoch1900

    init(_ name: String, in files: inout ZIPArchive) throws(WorkbookError) {
        var (sheets, epoch) = (sheets, epoch)
        try files.parse(name) { part in
            switch part {
            case .start("workbookPr", let values):
                if let flag = values["date1904"], flag == "1" || flag == "true" { epoch = CellFormat.epoch1904 }
            case .start("sheet", let values) where ["visible", nil].contains(values["state"]):
                if let id = values["id"] { sheets.append(id) }
            default: break
            }
        }
        (self.sheets, self.epoch) = (sheets, epoch)
    }
}

/// The formats of the cells' styles.
private struct CellStyles {
    let formats: [CellFormat]

    /// More than the cell formats of Excel.
    private static let most = 1 << 16

    init(_ name: String, in files: inout ZIPArchive) throws(WorkbookError) {
        // A format is read once, however many styles have it.
        var (own, numbers, isInCells): ([Int: CellFormat], [Int], Bool) = ([:], [], false)
        try files.parse(name) { (part) throws(WorkbookError) in
            switch part {
            case .start("numFmt", let values):
                if let number = values["numFmtId"].flatMap({ Int($0) }) {
                    own[number] = values["formatCode"].map(CellFormat.format)
                }
            case .start("cellXfs", _): isInCells = true
            case .end("cellXfs"): isInCells = false
            case .start("xf", let values) where isInCells:
                numbers.append(values["numFmtId"].flatMap { Int($0) } ?? 0)
                guard numbers.count <= Self.most else { throw .tooLarge }
            default: break
            }
        }
        formats = numbers.map { own[$0] ?? CellFormat(number: $0) }
    }
}

/// The texts that cells name by number.
private struct SharedTexts {
    let texts: [String]

    init(_ name: String, in files: inout ZIPArchive) throws(WorkbookError) {
        var (texts, text, rest): ([String], CellText, Int) = ([], CellText(), Workbook.largest)
        try files.parse(name) { (part) throws(WorkbookError) in
            text.take(part)
            if case .end("si") = part {
                texts.append(text.result)
                // A text takes memory beside its characters.
                rest -= 16 + texts[texts.count - 1].utf8.count
                guard rest >= 0 else { throw .tooLarge }
                text = CellText()
            }
        }
        self.texts = texts
    }
}
