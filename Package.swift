// swift-tools-version: 6.2
import PackageDescription

/// What every target of ours is built with.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioConcurrency = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")

// A target imports only its dependencies here; `scripts/test` builds with the import check set to error.
let package = Package(
    name: "desktap",
    products: [
        .executable(name: "desktap", targets: ["desktap"]),
        .executable(name: "desktap-reader", targets: ["desktap-reader"]),
    ],
    dependencies: [
        // Without the configuration trait, which would build swift-configuration a second way.
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
    ],
    targets: [
        // The wing that both programs use: libraries of C, and modules.
        .systemLibrary(
            name: "CCMarkGFM", path: "Sources/Shared/System/CCMarkGFM", pkgConfig: "libcmark-gfm",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .systemLibrary(
            name: "CCurl", path: "Sources/Shared/System/CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CExpat", path: "Sources/Shared/System/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(
            name: "CLibpq", path: "Sources/Shared/System/CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CPCSCLite", path: "Sources/Shared/System/CPCSCLite", pkgConfig: "libpcsclite",
            providers: [.apt(["libpcsclite-dev"])]),
        .systemLibrary(
            name: "CQREncode", path: "Sources/Shared/System/CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "CXLSXWriter", path: "Sources/Shared/System/CXLSXWriter", pkgConfig: "xlsxwriter",
            providers: [.apt(["libxlsxwriter-dev"])]),
        .systemLibrary(
            name: "CZip", path: "Sources/Shared/System/CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(
            name: "CZlib", path: "Sources/Shared/System/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "JSON", path: "Sources/Shared/JSON"),
        .target(name: "Attendance", dependencies: ["JSON"], path: "Sources/Shared/Attendance"),
        .target(name: "Hours", dependencies: ["Attendance", "JSON"], path: "Sources/Shared/Hours"),
        .target(
            name: "SecureMessaging",
            dependencies: ["Attendance", crypto, .product(name: "CryptoExtras", package: "swift-crypto")],
            path: "Sources/Shared/SecureMessaging"),
        .target(name: "Daemon", dependencies: ["JSON", configuration, logging], path: "Sources/Shared/Daemon"),

        // The server.
        .target(name: "Postgres", dependencies: ["CLibpq", logging, lifecycle], path: "Sources/Server/Postgres"),
        .target(name: "Spreadsheet", dependencies: ["Attendance", "CExpat", "CZip"], path: "Sources/Server/Spreadsheet"),
        .target(
            name: "AttendanceStore",
            dependencies: [
                "Attendance", "Daemon", "Hours", "JSON", "Postgres", "SecureMessaging", "Spreadsheet", crypto, logging,
                lifecycle,
            ], path: "Sources/Server/AttendanceStore"),
        .target(name: "Localization", dependencies: ["Attendance"], path: "Sources/Server/Localization"),
        .target(
            name: "AttendanceExport",
            dependencies: ["Attendance", "AttendanceStore", "CXLSXWriter", "Hours", "Localization", logging],
            path: "Sources/Server/AttendanceExport"),
        .target(
            name: "OpenIDConnect",
            dependencies: ["JSON", crypto, httpClient, nioCore, .product(name: "JWTKit", package: "jwt-kit")],
            path: "Sources/Server/OpenIDConnect"),
        .target(
            name: "Messaging", dependencies: ["Attendance", "CCurl", crypto, httpClient, nioCore],
            path: "Sources/Server/Messaging"),
        .target(
            name: "WebServer",
            dependencies: [
                "Attendance", "CZlib", "JSON", hummingbird, hummingbirdCore, httpTypes, lifecycle, logging, nioConcurrency,
                nioCore,
                nioHTTP1,
                nioSSL,
            ], path: "Sources/Server/WebServer"),
        .target(
            name: "AttendanceWeb",
            dependencies: [
                "Attendance", "AttendanceExport", "AttendanceStore", "Daemon", "Hours", "JSON", "Localization", "Messaging",
                "OpenIDConnect", "SecureMessaging", "WebServer", "CCMarkGFM", "CQREncode", hummingbird, crypto, httpTypes,
                lifecycle, logging, nioConcurrency, nioCore,
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Mustache", package: "swift-mustache"),
            ], path: "Sources/Server/AttendanceWeb"),
        .executableTarget(
            name: "desktap",
            dependencies: [
                "Attendance", "AttendanceExport", "AttendanceStore", "AttendanceWeb", "Daemon", "Hours", "JSON", "Localization",
                "Messaging", "Postgres", "WebServer", arguments, configuration, httpClient, hummingbird, lifecycle, logging,
                nioCore,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], path: "Sources/Server/desktap"),

        // The reader.
        .target(name: "NFCTag", dependencies: ["Attendance", "SecureMessaging"], path: "Sources/Reader/NFCTag"),
        .target(name: "PCSC", dependencies: ["CPCSCLite"], path: "Sources/Reader/PCSC"),
        .target(
            name: "ReaderAgent",
            dependencies: [
                "Attendance", "Daemon", "NFCTag", "PCSC", "SecureMessaging", httpClient, lifecycle, logging, nioCore, nioHTTP1,
                nioPosix, nioSSL,
                .product(name: "GRDB", package: "GRDB.swift"),
            ], path: "Sources/Reader/ReaderAgent"),
        .executableTarget(
            name: "desktap-reader",
            dependencies: [
                "Attendance", "Daemon", "NFCTag", "PCSC", "ReaderAgent", "SecureMessaging", arguments, configuration, lifecycle,
                logging,
            ], path: "Sources/Reader/desktap-reader"),

        // For the demo and the tests; no part of an installation.
        .target(
            name: "VirtualReader",
            dependencies: ["Attendance", "NFCTag", crypto, .product(name: "CryptoExtras", package: "swift-crypto")],
            path: "Tests/Support/VirtualReader"),
        .executableTarget(
            name: "virtual-reader", dependencies: ["Attendance", "NFCTag", "SecureMessaging", "VirtualReader", arguments],
            path: "Tests/Support/virtual-reader"),
        // A yardstick of `scripts/bench tap`, with the same packages.
        .executableTarget(
            name: "bare-server", dependencies: [hummingbird, httpTypes, logging, nioCore], path: "scripts/benches/bare"),
        .target(
            name: "TestServers", dependencies: ["Postgres", logging], path: "Tests/Support/Servers",
            exclude: ["push_service.py", "smtp_server.py"]),
        .target(
            name: "TestClients", dependencies: [httpTypes, hummingbirdTesting, nioCore], path: "Tests/Support/Clients"),
        .target(
            name: "TestProvider",
            dependencies: [
                "JSON", "OpenIDConnect", crypto, httpTypes, hummingbird, lifecycle, logging, nioCore,
                .product(name: "JWTKit", package: "jwt-kit"),
            ], path: "Tests/Support/Provider"),
        .target(
            name: "TestOffice",
            dependencies: [
                "Attendance", "AttendanceStore", "JSON", "Localization", "NFCTag", "Postgres", "SecureMessaging", "TestServers",
                "VirtualReader", logging,
            ], path: "Tests/Support/Office"),

        // Tests.
        .testTarget(name: "JSONTests", dependencies: ["JSON"]),
        .testTarget(
            name: "AttendanceTests", dependencies: ["Attendance", "JSON", "TestServers"], exclude: ["Reference"]),
        .testTarget(
            name: "HoursTests", dependencies: ["Attendance", "Hours", "JSON", "TestServers"], exclude: ["Cases", "Reference"]),
        .testTarget(
            name: "SecureMessagingTests", dependencies: ["Attendance", "SecureMessaging", "VirtualReader"]),
        .testTarget(name: "DaemonTests", dependencies: ["Daemon", logging]),
        .testTarget(
            name: "PostgresTests", dependencies: ["Postgres", "TestServers", lifecycle, logging]),
        .testTarget(
            name: "SpreadsheetTests", dependencies: ["Attendance", "Spreadsheet", "TestServers"],
            exclude: ["write_workbook.py"]),
        .testTarget(
            name: "AttendanceStoreTests",
            dependencies: [
                "Attendance", "AttendanceStore", "Hours", "JSON", "Localization", "Postgres", "TestOffice", "TestServers",
                lifecycle,
                logging,
            ]),
        .testTarget(name: "LocalizationTests", dependencies: ["Localization", "TestOffice"]),
        .testTarget(
            name: "AttendanceExportTests",
            dependencies: ["Attendance", "AttendanceExport", "AttendanceStore", "Localization", "TestOffice", "TestServers"],
            exclude: [
                "Recorded", "calculated_by_libreoffice.py", "formulas_in_libreoffice.py", "read_table.py",
                "sum_in_libreoffice.py",
            ]),
        .testTarget(
            name: "OpenIDConnectTests", dependencies: ["JSON", "OpenIDConnect", "TestProvider"]),
        .testTarget(
            name: "MessagingTests", dependencies: ["Attendance", "Messaging", "TestServers", crypto, httpClient, nioSSL]),
        .testTarget(
            name: "WebServerTests",
            dependencies: ["Attendance", "TestServers", "WebServer", hummingbird, httpTypes, logging, nioCore, nioHTTP1]),
        .testTarget(
            name: "AttendanceWebTests",
            dependencies: [
                "Attendance", "AttendanceExport", "AttendanceStore", "AttendanceWeb", "Hours", "JSON", "Localization",
                "Messaging", "OpenIDConnect", "Postgres", "SecureMessaging", "TestClients", "TestOffice", "TestProvider",
                "TestServers", "WebServer", crypto, httpTypes, hummingbird, hummingbirdTesting, lifecycle, logging, nioCore,
                nioPosix, nioSSL,
            ],
            exclude: ["People/scim_tester.py"]),
        // Runs the program `desktap` instead of importing it.
        .testTarget(
            name: "desktapTests",
            dependencies: [
                "Attendance", "AttendanceStore", "AttendanceWeb", "Daemon", "Postgres", "TestClients", "TestOffice",
                "TestServers", "WebServer", httpTypes, hummingbirdTesting, nioCore,
            ],
            exclude: ["Doctor/forwarding_proxy.py"]),
        .testTarget(
            name: "NFCTagTests", dependencies: ["Attendance", "NFCTag", "SecureMessaging", "VirtualReader"]),
        .testTarget(
            name: "PCSCTests",
            dependencies: ["Attendance", "NFCTag", "PCSC", "SecureMessaging", "TestServers", "VirtualReader"]),
        .testTarget(
            name: "ReaderAgentTests",
            dependencies: [
                "Attendance", "Daemon", "NFCTag", "PCSC", "ReaderAgent", "TestServers", "VirtualReader", lifecycle,
                logging, .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["TestOffice", "TestServers", "VirtualReader"],
            exclude: ["Attacks", "Browser", "Providers"]),
    ]
)

for target in package.targets where target.type != .system { target.swiftSettings = strict }

switch Context.environment["DESKTAP_TARGETS"] {
case "programs":
    // `swift build` then builds all programs at once, and nothing for tests.
    package.targets.removeAll { $0.type == .test || $0.name.hasPrefix("Test") }
case "Postgres":
    // Only this target and its tests, for Thread Sanitizer.
    let kept: Set = ["CLibpq", "Postgres", "TestServers", "PostgresTests"]
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = []
default: break
}
