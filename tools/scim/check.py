"""Prints what scim2-tester says of a server: `check.py URL TOKEN`."""

import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

url, token = sys.argv[1:]
client = SyncSCIMClient(Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60))
client.discover()
for result in check_server(client):
    print(result.status.name, result.title, result.resource_type or "", result.reason or "")
