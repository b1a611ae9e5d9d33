import AttendanceStore
import Hummingbird
import Localization

/// The manual (`/help`): its contents and its articles.
struct ManualRoutes {
    let store: AttendanceStore
    let pages: Pages
    let manual: Manual

    func contents(_ request: Request, _ context: WebContext) async throws -> Response {
        try pages.render(
            ManualPage(
                navigation: try await Navigation(for: context, at: nil, store),
                isForeign: Catalogue.current.language != .en, groups: manual.groups, overview: manual.overview))
    }

    func article(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let article = manual[try context.parameters.require("page")] else { throw WebError.notFound }
        return try pages.render(
            ArticlePage(
                navigation: try await Navigation(for: context, at: nil, store), heading: article.link.name,
                sections: article.sections.count > 1 ? article.sections : [], article: article.html))
    }
}

struct ManualPage: Page {
    static let template = "pages/Help/contents"

    let navigation: Navigation
    /// Whether the page is in another language than the manual.
    let isForeign: Bool
    let groups: [Manual.Group]
    let overview: SafeHTML
}

struct ArticlePage: Page {
    static let template = "pages/Help/article"

    let navigation: Navigation
    let heading: String
    /// Links to the sections; empty if there are fewer than two.
    let sections: [Link]
    let article: SafeHTML
}
