"""Turns pages.yaml into an OpenAPI document.

Arguments: the file to write.
"""

import json
import pathlib
import re
import sys

import yaml

TEXT = {"text/html": {"schema": {"type": "string"}}}
ERROR = TEXT | {"application/problem+json": {"schema": {"type": "object", "required": ["type", "title", "status", "detail"]}}}
ALWAYS = [400, 401, 403, 413, 414, 415, 429, 503]
PATH = {
    "number": {"schema": {"type": "string"}, "example": "1"},
    "id": {"schema": {"type": "string", "format": "uuid"}},
    "user": {"schema": {"type": "string", "minLength": 1, "maxLength": 64}, "example": "ada"},
    "floor": {"schema": {"type": "string", "minLength": 1}, "example": "6F"},
    "desk": {"schema": {"type": "string", "minLength": 1, "maxLength": 64}, "example": "6F-A3"},
    "page": {"schema": {"type": "string", "minLength": 1}, "example": "offices"},
    "uid": {"schema": {"type": "string", "minLength": 1}, "example": "04A1B2C3D4E5F6"},
}


def read():
    return yaml.safe_load((pathlib.Path(__file__).parent / "pages.yaml").read_text())


def pages():
    """The addresses whose answer can be a page."""
    return [path for path, methods in read()["paths"].items()
            if 200 in methods.get("get", {}).get("answers", []) and "gives" not in methods["get"]]


def parameter(path, name):
    # Only taps have a UUID.
    kind = "number" if name == "id" and not path.startswith("/t/") else name
    return {"name": name, "in": "path", "required": True} | PATH.get(kind, {"schema": {"type": "string", "minLength": 1}})


def operation(path, method, listed):
    responses = {str(status): {"description": "", "content": ERROR} for status in ALWAYS}
    for status in listed["answers"]:
        content = listed.get("gives", TEXT) if status == 200 else TEXT | ERROR
        responses[str(status)] = {"description": ""} if status < 400 and status != 200 else {
            "description": "", "content": content}
    result = {
        "operationId": method + path, "responses": responses,
        "parameters": listed.get("parameters", []) + [parameter(path, name) for name in re.findall("{(.*?)}", path)]}
    if "requestBody" in listed:
        result["requestBody"] = listed["requestBody"]
    for key, types in ("form", ["x-www-form-urlencoded", "json"]), ("form_only", ["x-www-form-urlencoded"]):
        if key in listed:
            result["requestBody"] = {
                "required": False, "content": {"application/" + kind: {"schema": listed[key]} for kind in types}}
    return result


def document():
    listed = read()
    return {
        "openapi": "3.1.0", "info": {"title": "Pages", "version": "1"}, "components": listed["components"],
        "paths": {path: {method: operation(path, method, it) for method, it in methods.items()}
                  for path, methods in listed["paths"].items()}}


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(json.dumps(document()))
