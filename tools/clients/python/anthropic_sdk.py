import anthropic
from check import KEY, ORIGIN, check, rejects

client = anthropic.Anthropic(base_url=ORIGIN, api_key=KEY, max_retries=0)
REQUEST = {"model": "sandbox/chat", "max_tokens": 500}


def user(content):
    return [{"role": "user", "content": content}]


@check("models")
def _():
    assert "sandbox/chat" in [model.id for model in client.models.list(limit=2)]


@check("chat")
def _():
    assert client.messages.create(**REQUEST, messages=user("[[say:Hello]]")).content[0].text == "Hello"


@check("stream")
def _():
    with client.messages.stream(**REQUEST, messages=user("[[tokens:30]] go on")) as stream:
        assert stream.get_final_message().usage.output_tokens == 30


@check("tools")
def _():
    @anthropic.beta_tool
    def get_weather(city: str) -> str:
        """The weather in a city."""
        return f"sunny in {city}"

    runner = client.beta.messages.tool_runner(
        **REQUEST, messages=user("What is the weather in Paris?"), tools=[get_weather]
    )
    assert "sunny in Paris" in runner.until_done().content[0].text


@check("thoughts")
def _():
    answer = client.messages.create(
        model="sandbox/chat-pro",
        max_tokens=4000,
        thinking={"type": "enabled", "budget_tokens": 2000},
        messages=user("Hello"),
    )
    assert answer.content[0].thinking


@check("errors")
def _():
    stranger = anthropic.Anthropic(base_url=ORIGIN, api_key="sk-wrong", max_retries=0)
    rejects(anthropic.AuthenticationError, stranger.models.list)
    unknown = {**REQUEST, "model": "no/such", "messages": user("Hello")}
    rejects(anthropic.NotFoundError, lambda: client.messages.create(**unknown))


@check("broken stream")
def _():
    def read():
        with client.messages.stream(**REQUEST, messages=user("[[tokens:50]] [[cut:5]]")) as stream:
            stream.get_final_message()

    rejects(anthropic.APIError, read)


@check("count tokens")
def _():
    assert client.messages.count_tokens(model="sandbox/chat", messages=user("Hello")).input_tokens > 0
