import AttendanceStore

/// The error of a signed-in person's request. ``AccessMiddleware`` throws it, so that ``ErrorResponses`` knows the person.
struct FailedRequest: Error {
    let error: any Error
    let person: Person
}
