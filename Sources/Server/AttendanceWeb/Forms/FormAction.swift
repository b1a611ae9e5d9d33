import HTTPTypes
import Hummingbird
import WebServer

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
