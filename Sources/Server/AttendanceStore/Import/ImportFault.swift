/// A problem of a file: a kind with the values of its sentence, which is in the catalogue of texts.
package struct ImportFault<Kind: RawRepresentable<String> & Sendable & Hashable>: Sendable, Equatable {
    package let kind: Kind
    /// The values of the sentence's placeholders.
    package let values: [String: String]

    init(_ kind: Kind, _ values: [String: String] = [:]) {
        self.kind = kind
        self.values = values
    }
}

/// The problems of a line or a drawing.
package enum LineFault: String, Sendable, CaseIterable {
    case missing, badText, badUserName, spaceInUserName, formerUserName, freedUserName, ambiguousUserName, knownOtherwise,
        badRole, numberTaken, badEmail, badDay, dayOver, unknownManager, noOffice, unknownOffice, twice,
        badDesk, badLength, deskElsewhere, deskOnAnother, deskOutside, deskOnOtherFloor, occursTwice,
        outsideDrawing, tooManyDesks, badFlag, longNote, badSize, roomUnnamed, pictureGone,
        fieldCount, openQuote, textBehindQuote, quoteInside, notUTF8, nullCharacter, badKind,
        badInstant, startWithoutDesk, twiceTheSame, unknownUser, unknownDesk, unknownDeskIn, future,
        unclearOffice, refused,
        badDate, badDayPart, holidayFields, badCalendarLine, calendarCutOff, timedEvent, longEvent, badRepetition
}

/// The problems of the first line, which names the columns, and of the file as a whole.
package enum HeaderError: String, Sendable, CaseIterable {
    case authorMissing, empty, attendance, tooManyLines, brokenWorkbook, lockedWorkbook, largeWorkbook, noResult,
        notText, missingColumn, unknownColumn, columnTwice, noHoliday, tooLarge
}
