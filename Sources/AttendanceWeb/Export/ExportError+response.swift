import AttendanceExport
import HTTPTypes

extension ExportError {
    /// The answer to a request for the export; nil for a failure of the server's own.
    var webError: WebError? {
        guard let (status, reason) = answer else { return nil }
        return WebError(status, sentence, reason: reason)
    }

    private var answer: (HTTPResponse.Status, reason: String?)? {
        switch self {
        case .unknownField, .unknownSubject: (.badRequest, nil)
        case .periodMissing, .badDate, .endsBeforeStart: (.badRequest, "bad_period")
        case .periodTooLong: (.badRequest, "long_period")
        case .badInstant: (.badRequest, "bad_as_of")
        case .badHead: (.badRequest, "bad_head")
        case .badRounding: (.badRequest, "bad_rounding")
        case .unknownChoice(_, let field, _), .dailyRowsOnly(let field): (.badRequest, "bad_\(field)")
        case .presetWithoutCSV: (.badRequest, "bad_preset")
        case .badLayout: (.badRequest, "bad_layout")
        case .severalTeams: (.badRequest, "unknown_team")
        case .personNotSelected: (.badRequest, "nobody_meant")
        case .unknownLayout: (.notFound, "unknown_layout")
        case .unknownHead: (.notFound, "unknown_head")
        case .unknownOffice: (.notFound, "unknown_office")
        case .unknownPerson: (.notFound, "unknown_person")
        case .unknownTeam: (.notFound, "unknown_team")
        case .otherOffice: (.forbidden, "forbidden")
        case .unmappable: (.unprocessableContent, "unmappable")
        case .tooManyRows: (.unprocessableContent, "too_many_rows")
        case .notWritten: nil
        }
    }
}
