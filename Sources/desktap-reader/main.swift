import AsyncHTTPClient
print("x")
