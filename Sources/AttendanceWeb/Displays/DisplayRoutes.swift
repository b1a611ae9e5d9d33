import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// Makes a browser a display, by a link that is good once. Opening the link changes nothing; the button on its page does.
struct DisplayRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.displayLink, .enter) { _, context in
            let token = try context.parameters.require("token")
            let display = try await services.store.displays.display(ofLink: token, now: services.now())
            return try services.pages.render(DisplayPage(display), status: display == nil ? .notFound : .ok)
        }
        routes.post(Address.displayLink, .enter) { _, context in
            let token = try context.parameters.require("token")
            guard let (display, key) = try await services.store.displays.enrolDisplay(withLink: token, now: services.now())
            else {
                return try services.pages.render(DisplayPage(nil), status: .notFound)
            }
            var response = Response.redirect(Address.wall(display.floor))
            services.displayCookie.set(key, lifetime: BrowserCookie.longestLifetime, on: &response)
            return response
        }
    }
}

extension WebServices {
    /// Holds a display's key. It is given anew with every page.
    var displayCookie: BrowserCookie { BrowserCookie("desktap-display", publicURL: publicURL) }
}
