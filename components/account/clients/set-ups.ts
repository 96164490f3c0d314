import type { CodeLanguage } from '@/components/ui/highlight'

/** `origin`: the gateway's URL without a path. */
type Target = { origin: string; key: string; model: string }

export type SetUp = {
  id: 'curl' | 'typescript' | 'python' | 'claude-code' | 'codex' | 'gemini-cli' | 'langchain'
  label: string
  /** The base URL after the origin. */
  base: '/v1' | ''
  language: CodeLanguage
  write: (to: Target) => string
}

/**
 * Ready-to-run code for each client. `npm run test:clients` runs it unchanged, so this file imports no modules at run time.
 */
export const setUps: readonly [SetUp, ...SetUp[]] = [
  {
    id: 'curl',
    label: 'curl',
    base: '/v1',
    language: 'bash',
    write: ({ origin, key, model }) => `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [{"role": "user", "content": "Hello"}]
  }'`,
  },
  {
    id: 'typescript',
    label: 'TypeScript',
    base: '/v1',
    language: 'typescript',
    write: ({ origin, key, model }) => `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: '${origin}/v1',
  apiKey: '${key}',
})
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0].message.content)`,
  },
  {
    id: 'python',
    label: 'Python',
    base: '/v1',
    language: 'python',
    write: ({ origin, key, model }) => `from openai import OpenAI

client = OpenAI(
    base_url="${origin}/v1",
    api_key="${key}",
)
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`,
  },
  {
    id: 'claude-code',
    label: 'Claude Code',
    base: '',
    language: 'bash',
    write: ({ origin, key, model }) => `export ANTHROPIC_BASE_URL=${origin}
export ANTHROPIC_AUTH_TOKEN=${key}
export ANTHROPIC_MODEL=${model}
export ANTHROPIC_SMALL_FAST_MODEL=${model}
claude -p "Hello"`,
  },
  {
    id: 'codex',
    label: 'Codex',
    base: '/v1',
    language: 'bash',
    write: ({ origin, key, model }) => `mkdir -p ~/.codex && cat >> ~/.codex/config.toml <<'END'

[model_providers.portico]
name = "Portico"
base_url = "${origin}/v1"
env_key = "PORTICO_API_KEY"
wire_api = "responses"
END
export PORTICO_API_KEY=${key}
codex exec --skip-git-repo-check \\
  -c model_provider=portico -m ${model} "Hello"`,
  },
  {
    id: 'gemini-cli',
    label: 'Gemini CLI',
    base: '',
    language: 'bash',
    write: ({ origin, key, model }) => `mkdir -p ~/.gemini
[ -e ~/.gemini/settings.json ] || echo \\
  '{"security": {"auth": {"selectedType": "gemini-api-key"}}}' \\
  > ~/.gemini/settings.json
export GOOGLE_GEMINI_BASE_URL=${origin}
export GEMINI_API_KEY=${key}
gemini --skip-trust -m ${model} -p "Hello"`,
  },
  {
    id: 'langchain',
    label: 'LangChain',
    base: '/v1',
    language: 'python',
    write: ({ origin, key, model }) => `from langchain_openai import ChatOpenAI

model = ChatOpenAI(
    model="${model}",
    base_url="${origin}/v1",
    api_key="${key}",
)
print(model.invoke("Hello").content)`,
  },
]
