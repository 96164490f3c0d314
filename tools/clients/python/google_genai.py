from check import KEY, ORIGIN, check, rejects
from google import genai
from google.genai import errors, types
from pydantic import BaseModel

client = genai.Client(api_key=KEY, http_options=types.HttpOptions(base_url=ORIGIN))
MODEL = "sandbox/chat"


@check("models")
def _():
    assert f"models/{MODEL}" in [model.name for model in client.models.list(config={"page_size": 2})]


@check("chat")
def _():
    assert client.models.generate_content(model=MODEL, contents="[[say:Hello]]").text == "Hello"


@check("stream")
def _():
    chunks = list(client.models.generate_content_stream(model=MODEL, contents="[[tokens:30]] go on"))
    assert chunks[-1].usage_metadata.candidates_token_count == 30


@check("tools")
def _():
    def get_weather(city: str) -> str:
        """The weather in a city."""
        return f"sunny in {city}"

    config = types.GenerateContentConfig(tools=[get_weather])
    answer = client.models.generate_content(model=MODEL, contents="What is the weather in Paris?", config=config)
    assert "sunny in Paris" in answer.text


@check("json")
def _():
    class Person(BaseModel):
        age: int

    config = types.GenerateContentConfig(response_mime_type="application/json", response_schema=Person)
    answer = client.models.generate_content(model=MODEL, contents="Ada Lovelace is 36 years old.", config=config)
    assert answer.parsed.age == 36


@check("thoughts")
def _():
    thinking = types.ThinkingConfig(include_thoughts=True, thinking_budget=2000)
    config = types.GenerateContentConfig(thinking_config=thinking)
    answer = client.models.generate_content(model="sandbox/chat-pro", contents="Hello", config=config)
    assert any(part.thought and part.text for part in answer.candidates[0].content.parts)


@check("errors")
def _():
    unknown = {"model": "no/such", "contents": "Hello"}
    rejects(errors.ClientError, lambda: client.models.generate_content(**unknown))


@check("broken stream")
def _():
    def read():
        list(client.models.generate_content_stream(model=MODEL, contents="[[tokens:50]] [[cut:5]]"))

    rejects(errors.APIError, read)


@check("count tokens")
def _():
    assert client.models.count_tokens(model=MODEL, contents="Hello").total_tokens > 0
