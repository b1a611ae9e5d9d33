// Ends the test program when it closes a file descriptor that is not open. Preloaded by scripts/test.
//
// A descriptor that is closed twice is a rare and distant failure otherwise: between the two calls another thread may get the
// same number for its own file or connection, and loses that.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int (*real)(int);
static int is_test_program;

__attribute__((constructor)) static void begin(void) {
    real = (int (*)(int))dlsym(RTLD_NEXT, "close");
    const char *suffix = strrchr(program_invocation_short_name, '.');
    is_test_program = suffix && strcmp(suffix, ".xctest") == 0;
    // The programs that a test starts are not examined.
    if (is_test_program) unsetenv("LD_PRELOAD");
}

int close(int descriptor) {
    int status = real(descriptor);
    if (is_test_program && status != 0 && errno == EBADF && descriptor >= 0) {
        void *frames[64];
        dprintf(2, "\nThe file descriptor %d was closed twice:\n", descriptor);
        backtrace_symbols_fd(frames, backtrace(frames, 64), 2);
        abort();
    }
    return status;
}
