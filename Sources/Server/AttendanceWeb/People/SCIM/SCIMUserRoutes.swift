import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import WebServer

/// The users for identity providers (`/scim/v2/Users`; RFC 7644). A deactivated or deleted user is a person who left.
struct SCIMUserRoutes {
    let provisioning: ProvisioningStore
    let access: AccessCache
    let publicURL: String

    /// Maximum bytes of a message.
    private static let maximumBody = 256 * 1024

    func list(_ request: Request, _ context: WebContext) async throws -> Response {
        try await list(
            SCIMQuery(try QueryParameters(request.uri.query, maximumLength: 1024)), for: try context.provisioner())
    }

    /// Searches among users. They are the only resources, so that a search among all resources gives the same.
    func search(_ request: Request, _ context: WebContext) async throws -> Response {
        try await list(SCIMQuery(try await body(of: request)), for: try context.provisioner())
    }

    func get(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answer(try await user(context), request)
    }

    func put(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { body throws(WebError) in try SCIMChange(whole: body) }
    }

    func patch(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { body throws(WebError) in try SCIMChange(patch: body) }
    }

    func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        let user = try await user(context)
        try await provisioning.unprovision(user.id, by: try context.provisioner(), now: context.now)
        access.invalidate()
        return Response(status: .noContent)
    }

    private func list(_ query: SCIMQuery, for provisioner: Provisioner) async throws -> Response {
        let (users, total) =
            if let filter = query.filter {
                try await provisioning.provisionedUsers(
                    filter, of: provisioner.office, limit: query.count, after: query.startIndex - 1)
            } else {
                ([], 0)
            }
        let resources = users.map { SCIMUser(user: $0, publicURL: publicURL).body(query.selection) }
        return .scim(.listResponse(of: resources, total: total, from: query.startIndex))
    }

    func create(_ request: Request, _ context: WebContext) async throws -> Response {
        let provisioner = try context.provisioner()
        let wanted = try SCIMChange(whole: try await body(of: request))
        let (userName, displayName, parts) = wanted.newName
        let id = try await provisioning.provision(
            userName: userName, displayName: displayName, isActive: wanted.isActive ?? true, externalID: wanted.newExternalID,
            name: parts, details: wanted.newDetails, by: provisioner, now: context.now)
        guard let user = try await provisioning.provisionedUser(id, of: provisioner.office) else {
            throw WebError.noSCIMUser
        }
        return try await answer(user, request, status: .created)
    }

    private func change(
        _ request: Request, _ context: WebContext, _ read: (JSONValue) throws(WebError) -> SCIMChange
    ) async throws -> Response {
        let (provisioner, user) = (try context.provisioner(), try await user(context))
        let wanted = try read(try await body(of: request))
        try await provisioning.provision(user.id, by: provisioner, now: context.now) { wanted.change(of: $0) }
        access.invalidate()
        guard let changed = try await provisioning.provisionedUser(user.id, of: provisioner.office) else {
            throw WebError.noSCIMUser
        }
        return try await answer(changed, request)
    }

    // MARK: Steps

    private func answer(
        _ user: ProvisionedUser, _ request: Request, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let shown = SCIMUser(user: user, publicURL: publicURL)
        var response = Response.scim(
            shown.body(try SCIMSelection(parameters: try QueryParameters(request.uri.query, maximumLength: 1024))),
            status: status)
        response.headers[status == .created ? .location : .contentLocation] = shown.location
        return response
    }

    private func user(_ context: WebContext) async throws -> ProvisionedUser {
        let office = try context.provisioner().office
        guard let id = PersonID(try context.parameters.require("id")),
            let user = try await provisioning.provisionedUser(id, of: office)
        else { throw WebError.noSCIMUser }
        return user
    }

    private func body(of request: Request) async throws -> JSONValue {
        try request.bodyType([.scim, .json])
        let data: ByteBuffer
        do {
            data = try await request.body.collect(upTo: Self.maximumBody)
        } catch is NIOTooManyBytesError {
            throw WebError(.contentTooLarge, "The request is too large.", reason: .tooManyBytes)
        } catch {
            throw WebError.invalidSyntax("The request body is incomplete.")
        }
        guard let body = try data.json(lowercasingNames: true) else { throw WebError.invalidSyntax("The body is not JSON.") }
        return body
    }
}
