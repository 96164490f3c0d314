from check import BASE_URL, KEY, ORIGIN, check, rejects
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from pydantic import BaseModel

MODELS = [
    ChatOpenAI(model="sandbox/chat", base_url=BASE_URL, api_key=KEY, max_retries=0, stream_usage=True),
    ChatAnthropic(model="sandbox/chat", base_url=ORIGIN, api_key=KEY, max_retries=0, max_tokens=500),
]


class Person(BaseModel):
    """A person."""

    name: str
    age: int


@tool
def get_weather(city: str) -> str:
    """The weather in a city."""
    return f"sunny in {city}"


for model in MODELS:

    @check("chat")
    def _():
        assert model.invoke("[[say:Hello]]").text == "Hello"

    @check("stream")
    def _():
        whole = None
        for chunk in model.stream("[[tokens:30]] go on"):
            whole = chunk if whole is None else whole + chunk
        assert whole.usage_metadata["output_tokens"] == 30

    @check("tools")
    def _():
        messages = [HumanMessage("What is the weather in Paris?")]
        armed = model.bind_tools([get_weather])
        call = armed.invoke(messages)
        messages += [call, get_weather.invoke(call.tool_calls[0])]
        assert "sunny in Paris" in armed.invoke(messages).text

    @check("json")
    def _():
        person = model.with_structured_output(Person).invoke("Ada Lovelace is 36 years old.")
        assert person.age == 36

    @check("broken stream")
    def _():
        rejects(Exception, lambda: list(model.stream("[[tokens:50]] [[cut:5]]")))


@check("embeddings")
def _():
    embeddings = OpenAIEmbeddings(
        model="sandbox/embedding", base_url=BASE_URL, api_key=KEY, check_embedding_ctx_length=False
    )
    assert len(embeddings.embed_query("one")) > 10
