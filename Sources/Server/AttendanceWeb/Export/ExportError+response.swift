import AttendanceExport
import HTTPTypes

extension ExportError {
    /// The response to the request; nil for an internal failure.
    var webError: WebError? {
        guard let (status, reason) = answer else { return nil }
        return WebError(status, sentence, reason: reason)
    }

    private var answer: (HTTPResponse.Status, reason: Reason?)? {
        switch self {
        case .unknownField, .unknownSubject: (.badRequest, nil)
        case .periodMissing, .badDate, .endsBeforeStart: (.badRequest, .badPeriod)
        case .periodTooLong: (.badRequest, .longPeriod)
        case .badInstant, .futureInstant: (.badRequest, .badAsOf)
        case .badHead: (.badRequest, .badHead)
        case .badRounding: (.badRequest, .badRounding)
        case .unknownChoice(_, let field, _), .dailyRowsOnly(let field), .onlyWith(let field, _):
            (.badRequest, Reason(rawValue: "bad_\(field)"))
        case .headsOfOtherTable: (.badRequest, .badHeads)
        case .presetOfLayout, .presetWithoutCSV: (.badRequest, .badPreset)
        case .badLayout, .layoutOfOtherRows: (.badRequest, .badLayout)
        case .severalTeams: (.badRequest, .unknownTeam)
        case .personNotSelected: (.badRequest, .nobodyMeant)
        case .unknownLayout: (.notFound, .unknownLayout)
        case .unknownHead: (.notFound, .unknownHead)
        case .unknownOffice: (.notFound, .unknownOffice)
        case .unknownPerson: (.notFound, .unknownPerson)
        case .unknownTeam: (.notFound, .unknownTeam)
        case .otherOffice: (.forbidden, .forbidden)
        case .unmappable: (.unprocessableContent, .unmappable)
        case .tooManyRows: (.unprocessableContent, .tooManyRows)
        case .notWritten: nil
        }
    }
}
