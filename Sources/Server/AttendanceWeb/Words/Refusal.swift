import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
import Localization

/// What a refusal says in the current language: what happened, then what to do. Pages, the API and commands say the same.
/// - Returns: nil if `error` is not a refusal.
package func refusalSentence(_ error: any Error) -> String? {
    switch error {
    case let error as StoreError: error.sentence
    case let error as ExportError: error.sentence
    default: WebError(refusal: error)?.sentence
    }
}

extension WebError {
    /// The response to a request that the store refused; nil if `error` is not a refusal.
    init?(refusal error: any Error) {
        switch error {
        case let error as StoreError:
            guard let refusal = error.refusal else { return nil }
            self = refusal
        case let error as FloorError: self = error.refusal
        case let error as TagRegisterError: self = error.refusal
        case BadgeEnrolment.Failure.readerTaken(let name):
            self.init(.conflict, localized("account.readerTaken", ["name": name]), reason: .readerTaken)
        default: return nil
        }
    }
}

extension TagRegisterError {
    fileprivate var refusal: WebError {
        switch self {
        case .unknownDesk(let desk):
            WebError(.notFound, localized("tag.error.unknownDesk", ["desk": desk.description]), reason: .unknownDesk)
        case .officeNeeded: WebError.badRequest(localized("tag.error.officeNeeded"), reason: .officeNeeded)
        case .inUse(let uid, let place):
            WebError(
                .conflict, localized("tag.error.inUse", ["uid": uid.description, "place": place.words]), reason: .tagInUse)
        case .unknownTag(let uid):
            WebError(.notFound, localized("tag.error.unknownTag", ["uid": uid.description]), reason: .unknownTag)
        case .noKeys(let uid):
            WebError(.notFound, localized("tag.error.noKeys", ["uid": uid.description]), reason: .unknownTag)
        case .unknownKey(let number):
            WebError(.notFound, localized("tag.error.unknownKey", ["number": "\(number)"]), reason: .unknownTag)
        case .unknownMasterKey(let number):
            WebError(.notFound, localized("tag.error.unknownMasterKey", ["number": "\(number)"]), reason: .unknownTag)
        case .newMasterKey: WebError(.serviceUnavailable, localized("tag.error.newMasterKey"), reason: .notReady)
        case .sameTag(let uid):
            WebError.badRequest(localized("tag.error.sameTag", ["uid": uid.description]), reason: .sameTag)
        case .reasonMissing: WebError.badRequest(localized("tag.error.reasonMissing"), reason: .reasonRequired)
        case .tooManyKeys: WebError(.conflict, localized("tag.error.tooManyKeys"), reason: .tooManyKeys)
        }
    }
}

extension TagPlace {
    /// Such as `start at 6F-A3 (Harbour Office)`.
    fileprivate var words: String {
        let what = RecordWords.atDesk(desk, localized("tag.event.\(kind.rawValue)"))
        return localized("tag.place", ["what": what, "office": officeName])
    }
}
