import base64
import io
import json
import time
import wave

import openai
from check import BASE_URL, KEY, check, rejects
from pydantic import BaseModel

client = openai.OpenAI(base_url=BASE_URL, api_key=KEY, max_retries=0)
MODEL = "sandbox/chat"


def user(content):
    return [{"role": "user", "content": content}]


class Person(BaseModel):
    name: str
    age: int


@check("models")
def _():
    assert MODEL in [model.id for model in client.models.list()]


@check("chat")
def _():
    answer = client.chat.completions.create(model=MODEL, messages=user("[[say:Hello]]"))
    assert answer.choices[0].message.content == "Hello"


@check("stream")
def _():
    options = {"stream": True, "stream_options": {"include_usage": True}}
    *_, last = client.chat.completions.create(model=MODEL, messages=user("[[tokens:30]] go on"), **options)
    assert last.usage.completion_tokens == 30


@check("tools")
def _():
    parameters = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    function = {"name": "get_weather", "description": "The weather in a city", "parameters": parameters}
    tools = [{"type": "function", "function": function}]
    messages = user("What is the weather in Paris?")
    message = client.chat.completions.create(model=MODEL, messages=messages, tools=tools).choices[0].message
    call = message.tool_calls[0]
    assert json.loads(call.function.arguments)["city"] == "Paris"
    messages += [message, {"role": "tool", "tool_call_id": call.id, "content": "sunny in Paris"}]
    answer = client.chat.completions.create(model=MODEL, messages=messages, tools=tools)
    assert "sunny in Paris" in answer.choices[0].message.content


@check("json")
def _():
    answer = client.chat.completions.parse(
        model=MODEL, messages=user("Ada Lovelace is 36 years old."), response_format=Person
    )
    assert answer.choices[0].message.parsed.age == 36


@check("errors")
def _():
    stranger = openai.OpenAI(base_url=BASE_URL, api_key="sk-wrong", max_retries=0)
    rejects(openai.AuthenticationError, stranger.models.list)
    ask = client.chat.completions.create
    rejects(openai.NotFoundError, lambda: ask(model="no/such", messages=user("Hello")))


@check("broken stream")
def _():
    stream = client.chat.completions.create(
        model=MODEL, messages=user("[[tokens:50]] [[cut:5]]"), stream=True
    )
    rejects(openai.APIError, lambda: list(stream))


@check("responses")
def _():
    assert client.responses.create(model=MODEL, input="[[say:Hello]]").output_text == "Hello"
    with client.responses.stream(model=MODEL, input="[[tokens:30]]") as stream:
        assert "response.completed" in [event.type for event in stream]


@check("second turn")
def _():
    first = client.responses.create(model=MODEL, input="My cat is called Miso.")
    second = client.responses.create(
        model=MODEL, previous_response_id=first.id, input="What did I say before?"
    )
    assert "Miso" in second.output_text


@check("embeddings")
def _():
    assert len(client.embeddings.create(model="sandbox/embedding", input="one").data[0].embedding) > 10


@check("pictures")
def _():
    request = {"model": "sandbox/image-1-mini", "prompt": "A red boat", "size": "512x512"}
    answer = client.images.generate(**request, response_format="b64_json")
    assert base64.b64decode(answer.data[0].b64_json)[1:4] == b"PNG"


@check("speech")
def _():
    answer = client.audio.speech.create(
        model="sandbox/speech", voice="alloy", input="Good morning.", response_format="wav"
    )
    assert answer.read()[:4] == b"RIFF"


@check("transcription")
def _():
    sound = io.BytesIO()
    with wave.open(sound, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(b"\0\0" * 8000)
    answer = client.audio.transcriptions.create(
        model="sandbox/transcription", file=("silence.wav", sound.getvalue(), "audio/wav")
    )
    assert "sandbox" in answer.text.lower()


@check("moderation")
def _():
    answer = client.moderations.create(model="sandbox/moderation", input="Good morning.")
    assert not answer.results[0].flagged


@check("completions")
def _():
    assert client.completions.create(model=MODEL, prompt="[[say:Hello]]").choices[0].text == "Hello"


@check("batches")
def _():
    body = {"model": MODEL, "messages": user("[[say:Hello]]")}
    line = json.dumps({"custom_id": "a", "method": "POST", "url": "/v1/chat/completions", "body": body})
    file = client.files.create(file=("batch.jsonl", f"{line}\n".encode()), purpose="batch")
    batch = client.batches.create(
        input_file_id=file.id, endpoint="/v1/chat/completions", completion_window="24h"
    )
    deadline = time.monotonic() + 60
    while batch.status not in ("completed", "failed", "expired") and time.monotonic() < deadline:
        time.sleep(0.2)
        batch = client.batches.retrieve(batch.id)
    assert "Hello" in client.files.content(batch.output_file_id).text
