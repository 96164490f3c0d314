import litellm
from check import BASE_URL, KEY, ORIGIN, check, rejects

litellm.telemetry = False
WAYS = {
    "openai/sandbox/chat": {"api_base": BASE_URL, "api_key": KEY},
    "anthropic/sandbox/chat": {"api_base": ORIGIN, "api_key": KEY, "max_tokens": 500},
}


def user(content):
    return [{"role": "user", "content": content}]


for model, options in WAYS.items():

    @check("chat")
    def _():
        answer = litellm.completion(model=model, messages=user("[[say:Hello]]"), **options)
        assert answer.choices[0].message.content == "Hello"

    @check("stream")
    def _():
        chunks = litellm.completion(
            model=model,
            messages=user("[[tokens:30]] go on"),
            stream=True,
            stream_options={"include_usage": True},
            **options,
        )
        assert [chunk for chunk in chunks][-1].usage.completion_tokens == 30

    @check("tools")
    def _():
        parameters = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
        function = {"name": "get_weather", "description": "The weather in a city", "parameters": parameters}
        answer = litellm.completion(
            model=model,
            messages=user("What is the weather in Paris?"),
            tools=[{"type": "function", "function": function}],
            **options,
        )
        assert "Paris" in answer.choices[0].message.tool_calls[0].function.arguments

    @check("errors")
    def _():
        ask = {"model": model, "messages": user("[[status:400]]"), **options}
        rejects(litellm.BadRequestError, lambda: litellm.completion(**ask))


@check("embeddings")
def _():
    options = WAYS["openai/sandbox/chat"]
    answer = litellm.embedding(model="openai/sandbox/embedding", input=["one"], **options)
    assert len(answer.data[0]["embedding"]) > 10


@check("pictures")
def _():
    options = WAYS["openai/sandbox/chat"]
    answer = litellm.image_generation(
        model="openai/sandbox/image-1-mini", prompt="A red boat", size="512x512", **options
    )
    assert answer.data[0].url or answer.data[0].b64_json
