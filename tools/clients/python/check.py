"""What the scripts of this folder share; see ../check.mjs."""
import json
import os
import traceback

ORIGIN = os.environ["PORTICO_URL"]
KEY = os.environ["PORTICO_API_KEY"]
BASE_URL = f"{ORIGIN}/v1"


def check(feature):
    """Runs the decorated function at once, and prints a line of JSON for the column of docs/use/clients.md that it is about."""

    def run(work):
        error = None
        try:
            work()
        except Exception:
            error = traceback.format_exc()[-1500:]
        line = {"feature": feature, "ok": error is None}
        print(json.dumps(line | ({"error": error} if error else {})), flush=True)

    return run


def rejects(kind, work):
    try:
        work()
    except kind:
        return
    raise AssertionError(f"{kind.__name__} was not raised")
