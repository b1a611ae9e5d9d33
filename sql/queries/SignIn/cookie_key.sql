select key from cookie_key
