/// A problem of a file: a kind with the values of its sentence. Pages show the sentence translated.
package struct ImportFault<Kind: RawRepresentable<String> & Sendable & Hashable>: Sendable, Equatable {
    package let kind: Kind
    /// The values of the sentence's placeholders.
    package let values: [String: String]

    init(_ kind: Kind, _ values: [String: String] = [:]) {
        self.kind = kind
        self.values = values
    }

    /// The English sentence, for commands.
    package var sentence: String {
        // Replaces piece by piece, because a value may contain braces.
        var (result, rest) = ("", kind.rawValue[...])
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            result += rest[..<start] + (values[String(rest[rest.index(after: start)..<end])] ?? "")
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}

/// The problems of a line or a drawing, with their English sentences. `{name}` is a placeholder.
package enum LineFault: String, Sendable, CaseIterable {
    case noUserName = "the user name is missing"
    case badUserName =
        "“{text}” is not a user name: at most {most} visible characters, and not like former-12"
    case spaceInUserName = "“{text}” has a space: a user name has none"
    case formerUserName = "“{text}” is the user name of a former employee"
    case freedUserName = "“{text}” belonged to another person until recently; it is available from {until}"
    case ambiguousUserName = "several people have the user name “{text}” in other spellings: write it as one of them has it"
    case knownOtherwise = "“{text}” already exists with another name, role, office or team"
    case noDisplayName = "the display name is missing"
    case brokenDisplayName = "the display name has a line break or an invisible character, or more than 200 characters"
    case badRole = "“{text}” is not employee, manager, hr, administrator or auditor"
    case badTeam = "a team’s name has at most {most} characters, none of them invisible"
    case noTeam = "the team is missing"
    case unknownManager = "no active person has the user name “{text}”"
    case noOffice = "the line names no office, and there are several"
    case unknownOffice = "there is no office “{text}”"
    case twice = "{what} is already on line {line}"
    case badDesk = "“{text}” is not a desk name, such as 6F-A3"
    case noFloor = "the floor is missing"
    case badFloor = "a floor’s name has at most {most} characters, none of them invisible"
    case badLength = "{column} is “{text}”, not a whole number from {least} to {most}"
    case deskElsewhere = "{desk} already exists at another place"
    case deskOnAnother = "{desk} overlaps {other}"
    case deskOutside = """
        {desk} is outside the drawing of {floor}, which is {width} by {height}; a desk is {deskWidth} by \
        {deskHeight}
        """
    case deskOnOtherFloor = "{desk} is already on floor {floor}"
    case deskTwice = "{desk} occurs twice"
    case deskBeyondDrawing = "{desk} is outside the drawing, which is {width} by {height}"
    case tooManyDesks = "a floor has at most {most} desks"
    case badFlag = "{column} is “{text}”, not yes or no"
    case longNote = "a note has at most 200 characters"
    case badSize = "the drawing is {width} by {height}: each must be from 100 to 100000"
    case roomUnnamed = "a room or area has no name"
    case roomTwice = "two rooms or areas have the name “{text}”"
    case roomOutside = "“{text}” is outside the drawing, which is {width} by {height}"
    case pictureGone = "the plan no longer exists: upload it again"
    case fieldCount = "it has {count} fields, but the first line names {columns} columns"
    case openQuote = "a quotation mark in column {column} is not closed"
    case textBehindQuote =
        "text follows a closing quotation mark in column {column}; inside a quoted field, a quotation mark is written twice"
    case quoteInside = "there is a quotation mark inside column {column}, which does not begin with one"
    case notUTF8 = "column {column} is not UTF-8"
    case nullCharacter = "column {column} has a NUL character"
    case noUser = "the user is missing"
    case notUser = "“{text}” is not a user name"
    case badKind = "“{text}” is not start, pause or end"
    case badInstant = "“{text}” is not a date and time with an offset, such as 2026-11-20T09:00:00+09:00"
    case notDesk = "“{text}” is not a desk name"
    case startWithoutDesk = "a start needs a desk, or “away”"
    case twiceTheSame = "the same tap is already on line {line}"
    case unknownUser = "no person has the user name “{text}”"
    case unknownDesk = "there is no desk {desk}"
    case unknownDeskIn = "there is no desk {desk} in {office}"
    case future = "its time is in the future"
    case unclearOffice = "its office cannot be determined"
    case refused = "it cannot be recorded ({text})"
}

/// The problems of the first line, which names the columns, and of the file as a whole.
package enum HeaderError: String, Sendable, CaseIterable {
    case authorMissing = "The author of this import is missing."
    case empty = "The file is empty."
    case attendance = "This is a file of attendance. Import it on the server with “desktap import attendance”."
    case tooManyLines = "The file has more than {most} lines. Split it into several files."
    case brokenWorkbook = "This is not an Excel workbook (.xlsx), or it is damaged."
    case lockedWorkbook = """
        This workbook has a password or is in the old format .xls. Save it as .xlsx without a password.
        """
    case largeWorkbook = "The workbook has more than 128 MiB of data. Split it into several files."
    case noResult = "Cell {cell} has a formula without a result. Open the workbook in Excel and save it."
    case notText = """
        Line {line}, column {column}: this is not text in UTF-8, UTF-16, Windows-1252 or Shift_JIS.
        """
    case missingColumn = """
        The first line has no column “{column}”. The columns are {columns}; optional: {further}.
        """
    case unknownColumn = """
        The first line has an unknown column “{column}”. The columns are {columns}; optional: {further}.
        """
    case columnTwice = "The first line has a column twice. The columns are {columns}; optional: {further}."
}
