import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import WebServer

/// People for the identity provider (`/scim/v2/Users`; RFC 7644). To deactivate somebody, or to delete them, notes that they left.
struct SCIMUserRoutes {
    let services: WebServices

    /// Bytes of one message.
    private static let maximumBody = 256 * 1024

    func add(to routes: inout Routes) {
        on(.get, Address.scimUsers, &routes) { request, context in
            try await list(
                SCIMQuery(try QueryParameters(request.uri.query, maximumLength: 1024)), for: try context.provisioner())
        }
        // Users are all there is, so that to search among everything is to search among them.
        for address in [Address.scimSearch, Address.scimSearchUsers] {
            on(.post, address, &routes) { request, context in
                try await list(SCIMQuery(try await body(of: request)), for: try context.provisioner())
            }
        }
        on(.post, Address.scimUsers, &routes, create)
        on(.get, Address.scimUser, &routes) { request, context in try await answer(try await user(context), request) }
        on(.put, Address.scimUser, &routes) { request, context in
            try await change(request, context) { body throws(WebError) in try SCIMChange(whole: body) }
        }
        on(.patch, Address.scimUser, &routes) { request, context in
            try await change(request, context) { body throws(WebError) in try SCIMChange(patch: body) }
        }
        on(.delete, Address.scimUser, &routes) { request, context in
            let user = try await user(context)
            try await services.store.provisioning.unprovision(user.id, by: try context.provisioner(), now: services.now())
            await services.access.empty()
            return Response(status: .noContent)
        }
    }

    private func on(
        _ method: HTTPRequest.Method, _ address: String, _ routes: inout Routes,
        _ handler: @escaping @Sendable (Request, WebContext) async throws -> Response
    ) {
        routes.on(method, address, .provision) { request, context in
            do {
                return try await handler(request, context)
            } catch {
                throw WebError(provisioning: error) ?? error
            }
        }
    }

    private func list(_ query: SCIMQuery, for provisioner: Provisioner) async throws -> Response {
        let (users, total) =
            if let filter = query.filter {
                try await services.store.provisioning.provisionedUsers(
                    filter, of: provisioner.office, limit: query.count, after: query.startIndex - 1)
            } else {
                ([], 0)
            }
        let resources = users.map { SCIMUser(user: $0, publicURL: services.publicURL).body(query.selection) }
        return .scim(.listResponse(of: resources, total: total, from: query.startIndex))
    }

    private func create(_ request: Request, _ context: WebContext) async throws -> Response {
        let provisioner = try context.provisioner()
        let wanted = try SCIMChange(whole: try await body(of: request))
        let (userName, displayName) = wanted.newName
        let id = try await services.store.provisioning.provision(
            userName: userName, displayName: displayName, isActive: wanted.isActive ?? true, externalID: wanted.newExternalID,
            by: provisioner, now: services.now())
        guard let user = try await services.store.provisioning.provisionedUser(id, of: provisioner.office) else {
            throw WebError.noSCIMUser
        }
        return try await answer(user, request, status: .created)
    }

    private func change(
        _ request: Request, _ context: WebContext, _ read: (SCIMValue) throws(WebError) -> SCIMChange
    ) async throws -> Response {
        let (provisioner, user) = (try context.provisioner(), try await user(context))
        let change = try read(try await body(of: request)).change(of: user)
        try await services.store.provisioning.provision(change, of: user.id, by: provisioner, now: services.now())
        await services.access.empty()
        guard let changed = try await services.store.provisioning.provisionedUser(user.id, of: provisioner.office) else {
            throw WebError.noSCIMUser
        }
        return try await answer(changed, request)
    }

    // MARK: Steps

    private func answer(
        _ user: ProvisionedUser, _ request: Request, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let shown = SCIMUser(user: user, publicURL: services.publicURL)
        var response = Response.scim(
            shown.body(try SCIMSelection(parameters: try QueryParameters(request.uri.query, maximumLength: 1024))),
            status: status)
        response.headers[status == .created ? .location : .contentLocation] = shown.location
        return response
    }

    private func user(_ context: WebContext) async throws -> ProvisionedUser {
        let office = try context.provisioner().office
        guard let id = Int64(try context.parameters.require("id")),
            let user = try await services.store.provisioning.provisionedUser(id, of: office)
        else { throw WebError.noSCIMUser }
        return user
    }

    private func body(of request: Request) async throws -> SCIMValue {
        let data: ByteBuffer
        do {
            data = try await request.body.collect(upTo: Self.maximumBody)
        } catch is NIOTooManyBytesError {
            throw WebError(.contentTooLarge, "This is more than the server takes at once.", reason: .tooManyBytes)
        } catch {
            throw WebError.invalidSyntax("The body broke off.")
        }
        do {
            return try JSONDecoder().decode(SCIMValue.self, from: Data(data.readableBytesView))
        } catch {
            throw WebError.invalidSyntax("The body is not JSON.")
        }
    }
}
