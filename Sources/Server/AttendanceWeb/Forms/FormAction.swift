import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

extension WebError {
    /// The response to a request that the store refused; nil if `error` is not a refusal.
    init?(refusal error: any Error) {
        switch error {
        case let error as StoreError:
            guard let refusal = error.refusal else { return nil }
            self = refusal
        case let error as FloorError: self = error.refusal
        case BadgeEnrolment.Failure.readerTaken(let name):
            self.init(.conflict, localized("account.readerTaken", ["name": name]), reason: .readerTaken)
        default: return nil
        }
    }
}

extension Request {
    /// Performs the action of a form. On a refusal, a browser gets the form's page with the error.
    func performingAction(
        _ body: () async throws -> Response, orShowing page: (WebError) async throws -> Response
    ) async throws -> Response {
        do {
            return try await body()
        } catch {
            guard
                let refusal = error as? WebError ?? (error as? WebServerError).map({ WebError($0) }) ?? WebError(refusal: error)
            else { throw error }
            guard wantsPage, refusal != .freshSignInNeeded else { throw refusal }
            return try await page(refusal)
        }
    }
}
