/// A link on a page.
struct Link: Sendable {
    let name: String
    let address: String
    /// True if it leads to what the page shows.
    var isCurrent = false
    /// `page`: it leads to this page; `true`: to an area that contains it; nil: to another one.
    var current: String?
    /// The number of tasks that wait there, such as `5` or `99+`; nil if there is none.
    var waiting: String?
}
