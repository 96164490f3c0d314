export type SampleLanguage = 'bash' | 'python' | 'typescript'

/** The shortest program that gets an answer. */
export function writeFirstRequest(language: SampleLanguage, origin: string, model: string): string {
  if (language === 'bash')
    return `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [{"role": "user", "content": "Hello"}]
  }'`
  if (language === 'python')
    return `import os
from openai import OpenAI

client = OpenAI(
    base_url="${origin}/v1",
    api_key=os.environ["PORTICO_API_KEY"],
)
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`
  return `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: '${origin}/v1',
  apiKey: process.env.PORTICO_API_KEY,
})
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0].message.content)`
}
