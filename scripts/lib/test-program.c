// Ends the test program when it closes a file descriptor that is not open, and prints its calls when it crashes. Preloaded by
// scripts/test.
//
// A descriptor that is closed twice is a rare and distant failure otherwise: between the two calls another thread may get the
// same number for its own file or connection, and loses that.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int (*real)(int);
static int is_test_program;

static void print_calls(void) {
    void *frames[64];
    backtrace_symbols_fd(frames, backtrace(frames, 64), 2);
}

static void crashed(int signal_number) {
    dprintf(2, "\nThe test program crashed with signal %d in:\n", signal_number);
    print_calls();
    // The signal is blocked until the handler returns, and then ends the program.
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

__attribute__((constructor)) static void begin(void) {
    real = (int (*)(int))dlsym(RTLD_NEXT, "close");
    const char *suffix = strrchr(program_invocation_short_name, '.');
    is_test_program = suffix && strcmp(suffix, ".xctest") == 0;
    // The programs that a test starts are not examined.
    if (!is_test_program) return;
    unsetenv("LD_PRELOAD");
    for (const int *number = (int[]){SIGSEGV, SIGBUS, SIGILL, SIGTRAP, 0}; *number != 0; number++) signal(*number, crashed);
}

int close(int descriptor) {
    int status = real(descriptor);
    if (is_test_program && status != 0 && errno == EBADF && descriptor >= 0) {
        dprintf(2, "\nThe file descriptor %d was closed twice:\n", descriptor);
        print_calls();
        abort();
    }
    return status;
}
