/// Why the server refuses a list as a whole: the values of `reason`, which are stable across releases.
package enum ListRefusal: String, Sendable {
    case badJSON = "bad_json"
    case tooManyBytes = "too_many_bytes"
    case tooManyItems = "too_many_items"
}
