import ArgumentParser
import Foundation

struct PcscdCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pcscd",
        abstract: "Run a private pcscd on its own socket, with virtual readers.",
        discussion: """
            The process becomes pcscd, with the same process ID, and runs until SIGTERM. Its socket, FOLDER/pcscd.comm, is
            created first, so clients can start immediately. There are two readers, on two ports: --vpcd-port and the next
            one. (The driver lists more than two readers, but all of them share the first two slots.)
            """)

    @Option(help: "The folder for the socket and pcscd's configuration. It is created if it is missing.") var folder: String
    @Option(help: "The first reader's TCP port.") var vpcdPort: UInt16 = 35963
    @Flag(help: "Start without readers, as if none were plugged in.") var withoutReaders = false
    @Option(help: "The readers' name. ' 00 00' and ' 00 01' are appended.") var name = "Virtual PCD"

    private static let program = "/usr/sbin/pcscd"
    private static let driver = "/usr/lib/pcsc/drivers/serial/libifdvpcd.so"
    /// pcscd requires this folder, whatever its socket. Only root can create it.
    private static let runFolder = "/run/pcscd"

    func validate() throws {
        guard vpcdPort > 0, vpcdPort < .max else {
            throw ValidationError("--vpcd-port takes 1 to 65534: the next port is used too.")
        }
        guard !name.contains("\""), !name.isEmpty else {
            throw ValidationError("--name must not be empty or contain quotation marks.")
        }
    }

    func run() throws {
        for (file, package) in [(Self.program, "pcscd"), (Self.driver, "vsmartcard-vpcd")] where access(file, R_OK) != 0 {
            throw ValidationError("\(file) is missing: apt-get install --no-install-recommends \(package)")
        }
        guard geteuid() == 0 || access(Self.runFolder, F_OK) == 0 else {
            throw ValidationError("pcscd needs the folder \(Self.runFolder). Create it: sudo mkdir -p \(Self.runFolder)")
        }
        for port in [vpcdPort, vpcdPort + 1] where !withoutReaders && !LocalSocket.portIsFree(port) {
            throw ValidationError("The port \(port) is in use. Choose another one with --vpcd-port.")
        }
        // pcscd changes its working directory, so the path must be absolute.
        let folder = URL(filePath: folder).path
        let configuration = folder + "/pcscd.conf.d"
        try? FileManager.default.removeItem(atPath: configuration)
        try FileManager.default.createDirectory(atPath: configuration, withIntermediateDirectories: true)
        let text = """
            FRIENDLYNAME "\(name)"
            DEVICENAME /dev/null:\(vpcdPort)
            LIBPATH \(Self.driver)
            CHANNELID \(vpcdPort)

            """
        try Data((withoutReaders ? "" : text).utf8).write(to: URL(filePath: configuration + "/readers"))
        let socket = try LocalSocket.listening(at: folder + "/pcscd.comm", mode: 0o666)
        try become(listeningOn: socket, configuration)
    }

    /// Replaces this process by pcscd. The socket is passed as systemd passes it (sd_listen_fds(3)): file descriptor 3,
    /// LISTEN_FDS, LISTEN_PID.
    private func become(listeningOn socket: LocalSocket, _ configuration: String) throws {
        let isInPlace = socket.descriptor == 3 ? fcntl(3, F_SETFD, 0) == 0 : dup2(socket.descriptor, 3) == 3
        guard isInPlace else { throw ValidationError("The socket cannot be passed to pcscd: \(LocalSocket.systemMessage()).") }
        setenv("LISTEN_FDS", "1", 1)
        setenv("LISTEN_PID", String(getpid()), 1)
        let arguments = [Self.program, "--foreground", "--config", configuration]
        // Worker threads block signals. pcscd would inherit that and not receive SIGTERM.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        var pointers = arguments.map { strdup($0) } + [nil]
        execv(Self.program, &pointers)
        throw ValidationError("\(Self.program) cannot be started: \(LocalSocket.systemMessage()).")
    }
}
