#include <curl/curl.h>

/* curl_easy_setopt and curl_easy_getinfo have variable arguments, which Swift cannot pass: a function for each type. */

static inline CURLcode desktap_curl_initialize(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode desktap_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode desktap_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode desktap_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode desktap_curl_set_recipients(CURL *handle, struct curl_slist *value) {
    return curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, value);
}

static inline CURLcode desktap_curl_set_read(CURL *handle, curl_read_callback value) {
    return curl_easy_setopt(handle, CURLOPT_READFUNCTION, value);
}

static inline CURLcode desktap_curl_set_progress(CURL *handle, curl_xferinfo_callback value) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

static inline CURLcode desktap_curl_set_debug(CURL *handle, curl_debug_callback value) {
    return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, value);
}

/* The last response code of the server, except for QUIT; 0: none. */
static inline long desktap_curl_response_code(CURL *handle) {
    long code = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code);
    return code;
}
