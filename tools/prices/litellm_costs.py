"""Reads a list of jobs as JSON and prints what LiteLLM's own cost function says of each; null where it knows no price."""

import json
import sys

import litellm
from litellm.types.utils import (
    CacheCreationTokenDetails,
    CompletionTokensDetailsWrapper,
    PromptTokensDetailsWrapper,
    Usage,
)


def usage_of(used):
    written, hour = used.get("cacheWriteTokens", 0), used.get("cacheWriteHourTokens", 0)
    cached = used.get("cachedTokens", 0)
    details = PromptTokensDetailsWrapper(
        cached_tokens=cached,
        audio_tokens=used.get("audioInputTokens", 0),
        image_tokens=used.get("imageInputTokens", 0),
        cache_creation_tokens=written,
        cache_creation_token_details=CacheCreationTokenDetails(
            ephemeral_5m_input_tokens=written - hour, ephemeral_1h_input_tokens=hour
        ),
    )
    usage = Usage(
        prompt_tokens=used["promptTokens"],
        completion_tokens=used["completionTokens"],
        total_tokens=used["promptTokens"] + used["completionTokens"],
        prompt_tokens_details=details,
        completion_tokens_details=CompletionTokensDetailsWrapper(
            audio_tokens=used.get("audioTokens", 0), image_tokens=used.get("imageOutputTokens", 0)
        ),
        cache_creation_input_tokens=written,
        cache_read_input_tokens=cached,
    )
    return usage


def cost_of(job):
    try:
        return sum(
            litellm.cost_per_token(
                model=job["model"],
                custom_llm_provider=job["provider"],
                usage_object=usage_of(job["used"]),
                service_tier=job["used"].get("serviceTier"),
            )
        )
    except Exception as error:
        print(job["model"], repr(error)[:300], file=sys.stderr)
        return None


json.dump([cost_of(job) for job in json.load(sys.stdin)], sys.stdout)
