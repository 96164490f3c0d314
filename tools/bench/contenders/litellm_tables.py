"""Stands in for LiteLLM's key and spend tables: keys are read from PostgreSQL and kept for a minute, as LiteLLM does, and a row for
each request is written in batches. Budgets, limits and prices are LiteLLM's own."""

import asyncio
import json
import os
import time

import asyncpg
from fastapi import Request
from litellm.integrations.custom_logger import CustomLogger
from litellm.proxy._types import UserAPIKeyAuth, hash_token

KEPT_SECONDS = 60
WRITE_SECONDS = 2
ROWS_AT_ONCE = 1000
COLUMNS = (
    "request_id call_type api_key spend total_tokens prompt_tokens completion_tokens starttime endtime model model_group"
    " provider metadata"
).split()

_pool = None
_pool_lock = asyncio.Lock()
_keys: dict = {}
_rows: list = []
_writer = None


async def open_pool():
    global _pool
    async with _pool_lock:
        if _pool is None:
            _pool = await asyncpg.create_pool(os.environ["TABLES_URL"], min_size=1, max_size=10)
    return _pool


async def find_key(request: Request, api_key: str) -> UserAPIKeyAuth:
    until, row = _keys.get(api_key, (0, None))
    if until < time.monotonic():
        pool = await open_pool()
        row = await pool.fetchrow("SELECT * FROM keys WHERE token = $1", hash_token(api_key))
        if row is None:
            raise Exception("unknown key")
        _keys[api_key] = (time.monotonic() + KEPT_SECONDS, row)
    return UserAPIKeyAuth(
        api_key=api_key,
        token=row["token"],
        key_alias=row["alias"],
        user_id="bench",
        max_budget=row["max_budget"],
        spend=row["spend"],
        models=[],
    )


class SpendRows(CustomLogger):
    async def async_log_success_event(self, kwargs, response_obj, start_time, end_time):
        global _writer
        told = kwargs.get("standard_logging_object") or {}
        metadata = told.get("metadata") or {}
        _rows.append(
            (
                told.get("id") or "",
                told.get("call_type") or "",
                metadata.get("user_api_key_hash") or "",
                float(told.get("response_cost") or 0),
                told.get("total_tokens") or 0,
                told.get("prompt_tokens") or 0,
                told.get("completion_tokens") or 0,
                start_time,
                end_time,
                told.get("model") or "",
                told.get("model_group") or "",
                told.get("custom_llm_provider") or "",
                json.dumps(metadata, default=str),
            )
        )
        if _writer is None:
            _writer = asyncio.create_task(write_rows())


async def write_rows():
    while True:
        await asyncio.sleep(WRITE_SECONDS)
        batch, _rows[:] = _rows[:], []
        if not batch:
            continue
        spent: dict = {}
        for row in batch:
            spent[row[2]] = spent.get(row[2], 0) + row[3]
        pool = await open_pool()
        async with pool.acquire() as connection, connection.transaction():
            for at in range(0, len(batch), ROWS_AT_ONCE):
                records = batch[at : at + ROWS_AT_ONCE]
                await connection.copy_records_to_table("spend_logs", records=records, columns=COLUMNS)
            for key, spend in spent.items():
                await connection.execute("UPDATE keys SET spend = spend + $2 WHERE token = $1", key, spend)


spend_rows = SpendRows()
