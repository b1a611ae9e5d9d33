import Testing

/// The start of the test program. Without it, the package manager looks for tests of XCTest, and needs an index of all sources.
@main struct TestProgram {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
