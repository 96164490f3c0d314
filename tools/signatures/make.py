"""Signatures by botocore and google-auth, which the unit tests hold ours against (lib/upstream/testing/cloud-vectors.json)."""

import datetime
import json
import sys
from unittest import mock

import botocore.auth
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives import serialization
from google.oauth2 import service_account

# As AWS's documentation writes it: no account has it.
SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
WHOLE = "https://bedrock-runtime.us-east-1.amazonaws.com/model/"
CASES = [
    ("a plain request", "us-east-1", None, "POST", WHOLE + "openai.gpt-oss-120b/converse", '{"messages":[]}'),
    ("a colon in the path", "us-east-1", None, "POST", WHOLE + "amazon.nova-pro-v1%3A0/converse", "{}"),
    (
        "an inference profile's ARN",
        "eu-central-1",
        None,
        "POST",
        "https://bedrock-runtime.eu-central-1.amazonaws.com/model/"
        "arn%3Aaws%3Abedrock%3Aeu-central-1%3A123456789012%3Aapplication-inference-profile%2Fabc123/invoke-with-response-stream",
        '{"text":"Grüße, 世界 🌍"}',
    ),
    ("a session", "ap-southeast-2", "IQoJb3JpZ2luX2VjE//token+=", "POST", "https://bedrock-runtime.ap-southeast-2.amazonaws.com/model/x/invoke", "{}"),
    ("a list of models", "us-west-2", None, "GET", "https://bedrock.us-west-2.amazonaws.com/inference-profiles?maxResults=1000&a=b%20c", None),
]
TIME = datetime.datetime(2026, 11, 28, 12, 34, 56, tzinfo=datetime.timezone.utc)


def signed_by_botocore(region, token, method, url, body):
    request = AWSRequest(method=method, url=url, data=body.encode() if body else None)
    with mock.patch.object(botocore.auth, "get_current_datetime", lambda *_a, **_k: TIME.replace(tzinfo=None)):
        SigV4Auth(Credentials("AKIDEXAMPLE", SECRET, token), "bedrock", region).add_auth(request)
    return {name.lower(): value for name, value in sorted(request.headers.items())}


def aws():
    for name, region, token, method, url, body in CASES:
        key = {"region": region, "access_key_id": "AKIDEXAMPLE", "secret_access_key": SECRET}
        if token:
            key["session_token"] = token
        yield {
            "name": name,
            "key": key,
            "request": {"url": url, "method": method, "body": body},
            "time": TIME.isoformat(),
            "headers": signed_by_botocore(region, token, method, url, body),
        }


def google(private_key):
    email = "portico@acme-prod.iam.gserviceaccount.com"
    info = {
        "client_email": email,
        "private_key_id": "a1b2c3d4",
        "private_key": private_key,
        "token_uri": "https://oauth2.googleapis.com/token",
    }
    scopes = ["https://www.googleapis.com/auth/cloud-platform"]
    with mock.patch("google.auth._helpers.utcnow", lambda: TIME.replace(tzinfo=None)):
        credentials = service_account.Credentials.from_service_account_info(info, scopes=scopes)
        assertion = credentials._make_authorization_grant_assertion().decode()
    return {
        "private_key": private_key,
        "private_key_id": "a1b2c3d4",
        "client_email": email,
        "iat": int(TIME.timestamp()),
        "assertion": assertion,
    }


def new_key():
    pem = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return rsa.generate_private_key(65537, 2048).private_bytes(*pem).decode()


# With the file as argument: keeps its private key, so that the output is the same.
known = json.load(open(sys.argv[1])) if len(sys.argv) > 1 else None
key = known["google"]["private_key"] if known else new_key()
print(json.dumps({"aws": list(aws()), "google": google(key)}, indent=2, ensure_ascii=False))
