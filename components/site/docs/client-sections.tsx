import Link from 'next/link'
import { CodeBlock } from '@/components/ui/code-block'
import { paths } from '@/lib/client/paths'
import { DocsHeading, InlineCode } from './docs-elements'

/** Set-up of the clients that `npm run test:clients` tries, each as it is tried there. */
export function ClientsPage({ origin }: { origin: string }) {
  return (
    <>
      <p>
        Each of these was tried as its makers publish it, unmodified. Put a key into{' '}
        <InlineCode>PORTICO_API_KEY</InlineCode>, and name any model of the{' '}
        <Link prefetch={false} href={paths.models} className="text-accent-text underline underline-offset-3">
          models page
        </Link>{' '}
        in the place of <InlineCode>sandbox/chat</InlineCode>.
      </p>
      <DocsHeading>Claude Code</DocsHeading>
      <p>
        It speaks Anthropic’s Messages, with any chat model behind them. The address is the one without{' '}
        <InlineCode>/v1</InlineCode>. MCP servers work as they are.
      </p>
      <CodeBlock
        language="bash"
        code={`export ANTHROPIC_BASE_URL=${origin}
export ANTHROPIC_AUTH_TOKEN=$PORTICO_API_KEY
export ANTHROPIC_MODEL=sandbox/chat
export ANTHROPIC_SMALL_FAST_MODEL=sandbox/chat
claude`}
      />
      <DocsHeading>Codex</DocsHeading>
      <p>
        It speaks OpenAI’s Responses. In <InlineCode>~/.codex/config.toml</InlineCode>:
      </p>
      <CodeBlock
        code={`model = "sandbox/chat"
model_provider = "portico"

[model_providers.portico]
name = "Portico"
base_url = "${origin}/v1"
env_key = "PORTICO_API_KEY"
wire_api = "responses"`}
      />
      <p>
        Its MCP servers and groups of tools work as they are; where the model cannot search the web, the
        answer names the search that it offers in <InlineCode>metadata.portico_ignored_tools</InlineCode>.
      </p>
      <DocsHeading>opencode</DocsHeading>
      <p>
        In <InlineCode>opencode.json</InlineCode>:
      </p>
      <CodeBlock
        language="json"
        code={`{
  "model": "portico/sandbox/chat",
  "provider": {
    "portico": {
      "npm": "@ai-sdk/openai-compatible",
      "options": {"baseURL": "${origin}/v1", "apiKey": "{env:PORTICO_API_KEY}"},
      "models": {"sandbox/chat": {"name": "Sandbox", "tool_call": true}}
    }
  }
}`}
      />
      <SdkSections origin={origin} />
      <DocsHeading>Any other client</DocsHeading>
      <p>
        Whatever lets you set a base address works: <InlineCode>{origin}/v1</InlineCode> for clients of OpenAI
        and of OpenRouter, <InlineCode>{origin}</InlineCode> for clients of Anthropic, and your key where
        theirs goes.
      </p>
    </>
  )
}

function SdkSections({ origin }: { origin: string }) {
  return (
    <>
      <DocsHeading>AI SDK</DocsHeading>
      <p>
        <InlineCode>openai(…)</InlineCode> uses Responses, <InlineCode>openai.chat(…)</InlineCode> chat
        completions.
      </p>
      <CodeBlock
        language="typescript"
        code={`import { createOpenAI } from '@ai-sdk/openai'
import { generateText } from 'ai'

const openai = createOpenAI({ baseURL: '${origin}/v1', apiKey: process.env.PORTICO_API_KEY })
const { text } = await generateText({ model: openai('sandbox/chat'), prompt: 'What is 17 times 23?' })`}
      />
      <DocsHeading>LangChain</DocsHeading>
      <CodeBlock
        language="python"
        code={`import os
from langchain_openai import ChatOpenAI

model = ChatOpenAI(
    model="sandbox/chat",
    base_url="${origin}/v1",
    api_key=os.environ["PORTICO_API_KEY"],
)
print(model.invoke("What is 17 times 23?").content)`}
      />
      <DocsHeading>LiteLLM</DocsHeading>
      <CodeBlock
        language="python"
        code={`import os
import litellm

answer = litellm.completion(
    model="openai/sandbox/chat",
    api_base="${origin}/v1",
    api_key=os.environ["PORTICO_API_KEY"],
    messages=[{"role": "user", "content": "What is 17 times 23?"}],
)
print(answer.choices[0].message.content)`}
      />
    </>
  )
}
