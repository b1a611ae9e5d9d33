import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The tags of a floor: sheets of QR codes for offices without NFC (`/admin/tags/sheet`), writing tags with a phone
/// (`/admin/tags/write`), and the page of a desk (`/admin/desks`).
struct TagSheetRoutes {
    let store: AttendanceStore
    let pages: Pages
    let publicURL: String

    /// Maximum desks on a sheet: about sixty pages.
    private static let most = 500

    func sheet(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let query = try TagSheetQuery(request)
        let floors = try await floorChoice(query, viewer)
        let office = floors.office
        var choice = TagSheetPage.Selection(floors, query)
        var problem: WebError?
        var desks: [String] = []
        if floors.floor != nil {
            let known = try await self.desks(of: floors)
            do throws(WebError) {
                let meant = try DeskSelection.desks(choice.desks, among: known)
                desks = meant.isEmpty ? known : meant
            } catch {
                problem = error
            }
            if desks.count > Self.most {
                choice.left = desks.count - Self.most
                desks = Array(desks.prefix(Self.most))
            }
        }
        let page = TagSheetPage(
            navigation: try await Navigation(for: context, at: Address.tags, store), choice, desks: desks,
            publicURL: publicURL,
            words: try await store.tagWords.addressWords(of: office.id), catalogues: query.languages.map { pages.words[$0] },
            signingDesks: try await store.startRequirements.signingDesks(of: office.id).filter(Set(desks).contains),
            needsProof: try await store.startRequirements.startRequirements()[office.id].map { !$0.isNothing } ?? false,
            problem: problem?.sentence)
        return try pages.render(page, problem: problem)
    }

    func writing(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let choice = try await floorChoice(try TagSheetQuery(request), viewer)
        return try pages.render(
            TagWritingPage(
                navigation: try await Navigation(for: context, at: Address.tags, store), choice,
                desks: try await desks(of: choice), written: try await store.tags.writtenTags(of: choice.office.id),
                publicURL: publicURL))
    }

    /// By default the viewer's office and its first floor.
    private func floorChoice(_ query: TagSheetQuery, _ viewer: Person) async throws -> FloorChoice {
        let offices = try await store.offices.offices()
        let office = try office(query.office, offices, viewer)
        let floors = try await store.floors.floors(of: office.id).map(\.name)
        return FloorChoice(
            office: office, offices: offices, floor: query.floor.flatMap { floors.contains($0) ? $0 : nil } ?? floors.first,
            floors: floors)
    }

    private func desks(of choice: FloorChoice) async throws -> [String] {
        guard let floor = choice.floor else { return [] }
        return try await store.floors.desks(on: floor, of: choice.office.id).map(\.id)
    }

    func desk(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, name) = (try context.person(), try context.pathParameter("desk"))
        let offices = try await store.offices.offices()
        let office = try office(try QueryParameters(request.uri.query)["office"], offices, viewer)
        guard let id = DeskID(name), let desk = try await store.tags.deskWithTags(id, of: office.id) else {
            throw WebError(
                .notFound, localized("tag.error.unknownDesk", ["desk": String(name.prefix(40))]), reason: .unknownDesk)
        }
        return try pages.render(
            DeskPage(
                navigation: try await Navigation(for: context, at: Address.tags, store), id, desk, of: office,
                namesOffices: offices.count > 1))
    }

    /// - Parameter name: the office's name; nil or empty for the viewer's own office.
    private func office(_ name: String?, _ offices: [Office], _ viewer: Person) throws(WebError) -> Office {
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        guard let office = offices.named(name, or: viewer.office) else {
            throw .unknownOffice(name ?? "")
        }
        return office
    }
}
