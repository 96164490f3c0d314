import { type CodeLanguage, highlight } from '@/components/ui/highlight'
import { type CodeSample, CodeTabs } from './code-tabs'

type Sample = Pick<CodeSample, 'id' | 'label' | 'marked'> & {
  language: CodeLanguage
  code: (origin: string) => string
}

const samples: Sample[] = [
  {
    id: 'typescript',
    label: 'TypeScript',
    language: 'typescript',
    marked: { from: 3, count: 2 },
    code: (origin) => `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: '${origin}/v1',
  apiKey: process.env.PORTICO_API_KEY,
})

const stream = await client.chat.completions.create({
  model: 'sandbox/chat',
  messages: [{ role: 'user', content: 'What is 17 times 23?' }],
  stream: true,
})

for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta?.content ?? '')
}`,
  },
  {
    id: 'python',
    label: 'Python',
    language: 'python',
    marked: { from: 4, count: 2 },
    code: (origin) => `import os
from openai import OpenAI

client = OpenAI(
    base_url="${origin}/v1",
    api_key=os.environ["PORTICO_API_KEY"],
)

stream = client.chat.completions.create(
    model="sandbox/chat",
    messages=[{"role": "user", "content": "What is 17 times 23?"}],
    stream=True,
)

for chunk in stream:
    print(chunk.choices[0].delta.content or "", end="")`,
  },
  {
    id: 'curl',
    label: 'curl',
    language: 'bash',
    marked: { from: 0, count: 2 },
    code: (origin) => `curl -N ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "sandbox/chat",
    "messages": [{"role": "user", "content": "What is 17 times 23?"}],
    "stream": true
  }'`,
  },
]

/** The first request in three languages, with the address at which the page was opened. */
export function FirstRequest({ origin }: { origin: string }) {
  return (
    <CodeTabs
      output="17 × 23 = 391"
      samples={samples.map(({ id, label, marked, language, code }) => {
        const text = code(origin)
        return { id, label, marked, code: text, content: highlight(text, language) }
      })}
    />
  )
}
