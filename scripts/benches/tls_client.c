// Opens TLS connections one after another on several threads, each with a full handshake and one request with
// 'Connection: close'. wrk would resume the session of its last connection.
// Usage: client PORT THREADS SECONDS. Prints the numbers of answered and of failed connections.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char request[] = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
static struct sockaddr_in address = {.sin_family = AF_INET};
static atomic_long answered, failed;
static double end;
static SSL_CTX *context;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static int exchange(int connection) {
    SSL *tls = SSL_new(context);
    SSL_set_fd(tls, connection);
    SSL_set_tlsext_host_name(tls, "localhost");
    int good = SSL_connect(tls) == 1 && SSL_write(tls, request, sizeof request - 1) > 0;
    char answer[4096];
    int length, received = 0;
    while (good && (length = SSL_read(tls, answer + received, sizeof answer - 1 - received)) > 0) received += length;
    answer[received] = 0;
    good = good && !SSL_session_reused(tls) && strncmp(answer, "HTTP/1.1 200", 12) == 0 && strstr(answer, "live\n");
    SSL_shutdown(tls);
    SSL_free(tls);
    return good;
}

static void *run(void *unused) {
    while (now() < end) {
        int connection = socket(AF_INET, SOCK_STREAM, 0), on = 1;
        // Otherwise the request waits for the acknowledgement of the handshake's last message.
        setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        int good = connect(connection, (struct sockaddr *)&address, sizeof address) == 0 && exchange(connection);
        close(connection);
        // A connection that ended too late would make the rate too high.
        if (now() < end || !good) atomic_fetch_add(good ? &answered : &failed, 1);
    }
    return unused;
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    int threads = atoi(arguments[2]);
    address.sin_port = htons(atoi(arguments[1]));
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    end = now() + atof(arguments[3]);
    pthread_t running[threads];
    for (int i = 0; i < threads; i++) pthread_create(&running[i], NULL, run, NULL);
    for (int i = 0; i < threads; i++) pthread_join(running[i], NULL);
    printf("%ld %ld\n", answered, failed);
}
