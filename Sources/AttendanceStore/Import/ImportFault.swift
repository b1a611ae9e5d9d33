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
    case noUserName = "there is no user name"
    case badUserName =
        "'{text}' is no user name: it has at most 64 characters, none of them invisible, and is not like former-12"
    case formerUserName = "'{text}' is the user name of somebody who left"
    case freedUserName = "'{text}' was another person's user name lately; it is free from {until} on"
    case knownOtherwise = "'{text}' is here already, with another name, role, office or team"
    case noDisplayName = "there is no name to display"
    case brokenDisplayName = "the name to display has a line break or an invisible character in it, or more than 200 characters"
    case badRole = "'{text}' is none of employee, manager, hr, administrator and auditor"
    case longTeam = "a team's name has at most 64 characters"
    case noTeam = "there is no team"
    case unknownManager = "nobody who works here has the user name '{text}'"
    case noOffice = "it names no office, and there are several: please say which one is meant"
    case unknownOffice = "there is no office '{text}'"
    case twice = "{what} stands on line {line} already"
    case badDesk = "'{text}' is not the name of a desk, such as 6F-A3"
    case noFloor = "there is no floor"
    case badLength = "{column} is '{text}', and no whole number from {least} to {most}"
    case deskElsewhere = "{desk} is there already, at another place"
    case deskOnAnother = "{desk} lies where {other} lies"
    case deskOutside = """
        {desk} lies outside the drawing of {floor}, which is {width} by {height}; a desk is {deskWidth} by \
        {deskHeight}
        """
    case deskOnOtherFloor = "{desk} is on the floor {floor} already"
    case deskTwice = "{desk} is there twice"
    case deskBeyondDrawing = "{desk} lies outside the drawing, which is {width} by {height}"
    case tooManyDesks = "a floor has at most {most} desks"
    case badFlag = "{column} is '{text}', and neither yes nor no"
    case longNote = "a note has at most 200 characters"
    case badSize = "the drawing is {width} by {height}: each must be from 100 to 100000"
    case roomUnnamed = "a room or area has no name"
    case roomTwice = "two rooms or areas are called '{text}'"
    case roomOutside = "'{text}' lies outside the drawing, which is {width} by {height}"
    case pictureGone = "its picture is no longer there: please upload it again"
    case fieldCount = "it has {count} fields, and the first line names {columns} columns"
    case openQuote = "a quotation mark is not closed"
    case textBehindQuote = "something follows a closing quotation mark; one inside a quoted field is written twice"
    case quoteInside = "a quotation mark stands inside a field that does not begin with one"
    case notUTF8 = "the line is not UTF-8"
    case noUser = "there is no user"
    case notUser = "'{text}' is no user name"
    case badKind = "'{text}' is none of start, pause and end"
    case badInstant = "'{text}' is no instant with the offset of its place, such as 2026-11-20T09:00:00+09:00"
    case notDesk = "'{text}' is not the name of a desk"
    case startWithoutDesk = "a start needs a desk"
    case twiceTheSame = "the same stands on line {line} already"
    case unknownUser = "nobody has the user name '{text}'"
    case unknownDesk = "there is no desk {desk}"
    case unknownDeskIn = "there is no desk {desk} in {office}"
    case future = "its time has not come yet"
    case unclearOffice = "it is not clear in which office that was"
    case refused = "it cannot be recorded ({text})"
}

/// The problems of the first line, which names the columns, and of the file as a whole.
package enum HeaderError: String, Sendable, CaseIterable {
    case nobodyNamed = "Nobody is named who adds the attendance."
    case empty = "The file is empty."
    case semicolons = """
        The columns are separated by semicolons. Please save the file with commas: in Excel as 'CSV UTF-8', \
        or with the list separator set to a comma.
        """
    case tabs = """
        The columns are separated by tabs. Please save the file with commas: in Excel as 'CSV UTF-8', or \
        with the list separator set to a comma.
        """
    case missingColumn = """
        The first line does not name the column '{column}'. The columns are {columns}, and if you like \
        {further}.
        """
    case unknownColumn = """
        The first line names a column '{column}' that means nothing here. The columns are {columns}, and if \
        you like {further}.
        """
    case columnTwice = "The first line names a column twice. The columns are {columns}, and if you like {further}."
}
