import { CodeBlock } from '@/components/ui/code-block'
import { DocsTable, InlineCode } from './docs-elements'

export function ChatSection({ origin }: { origin: string }) {
  return (
    <>
      <p>
        <InlineCode>POST /v1/chat/completions</InlineCode> takes and gives what OpenAI’s does: messages with
        text, pictures, sound and files, tools, JSON mode and JSON Schema. Fields that are not known here are
        passed on to the provider.
      </p>
      <CodeBlock language="bash" code={request(origin)} />
      <CodeBlock language="json" title="Reply" code={reply} />
      <DocsTable label="What is particular here" rows={particulars} />
      <p>
        The same models answer in other formats too: <InlineCode>POST /v1/messages</InlineCode> in Anthropic’s
        (with <InlineCode>x-api-key</InlineCode>, if you like), <InlineCode>POST /v1/responses</InlineCode> in
        OpenAI’s Responses, <InlineCode>POST /v1/completions</InlineCode> in OpenAI’s format of before there
        were chats. <InlineCode>POST /v1/embeddings</InlineCode> gives the vectors of texts,{' '}
        <InlineCode>POST /v1/moderations</InlineCode> says what is harmful in them,{' '}
        <InlineCode>POST /v1/rerank</InlineCode> orders them by a query,{' '}
        <InlineCode>POST /v1/audio/speech</InlineCode> reads a text aloud, and{' '}
        <InlineCode>POST /v1/audio/transcriptions</InlineCode> writes down what is said in a file.
      </p>
      <p>
        When a provider fails before its first byte, the next one is tried; your client does not notice. Hang
        up, and the provider is stopped as well: you pay for what was delivered.
      </p>
    </>
  )
}

const particulars = [
  {
    name: 'usage.cost',
    text: 'What the answer cost, in USD, beside its tokens, cached and reasoning ones included.',
  },
  {
    name: 'stream',
    text: 'Server-sent events. With stream_options.include_usage the last chunk has the usage. data: [DONE] ends a complete stream and no other: a stream that breaks ends with an event that has an error.',
  },
  {
    name: 'model',
    text: 'An id of the models page. Left out, or "default", it is the key’s default model.',
  },
  {
    name: 'web_search',
    text: 'true lets models search that can, max_searches times at most (5 without it). enable_search means the same. Cited pages are annotations of the message; where a search has a price, each is on the bill.',
  },
  {
    name: 'cache_control',
    text: '{"type":"ephemeral"} on a part of a message, or on the request: what comes before it is cached by Anthropic, and is read again for less. Other providers do not see it.',
  },
  {
    name: 'provider, models',
    text: 'Which providers are asked and in which order, and models that may step in, in OpenRouter’s form. The other formats take them too.',
  },
  {
    name: 'response_format',
    text: '{"type":"json_object"} for any JSON, {"type":"json_schema",…} for yours.',
  },
]

const request = (origin: string) => `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "model": "sandbox/chat",
    "messages": [
      {"role": "system", "content": "Be brief."},
      {"role": "user", "content": "What is 17 times 23?"}
    ],
    "max_tokens": 50
  }'`

const reply = `{
  "id": "chatcmpl_…",
  "object": "chat.completion",
  "created": 1795308801,
  "model": "sandbox/chat",
  "choices": [
    {
      "index": 0,
      "message": {"role": "assistant", "content": "17 × 23 = 391", "refusal": null},
      "finish_reason": "stop"
    }
  ],
  "usage": {
    "prompt_tokens": 22,
    "completion_tokens": 7,
    "total_tokens": 29,
    "prompt_tokens_details": {"cached_tokens": 0},
    "completion_tokens_details": {"reasoning_tokens": 0},
    "cost": 0.0000075
  }
}`
