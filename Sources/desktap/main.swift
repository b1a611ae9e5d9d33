import Hummingbird
import Configuration
import ArgumentParser
import Logging
import ServiceLifecycle
print("x")
