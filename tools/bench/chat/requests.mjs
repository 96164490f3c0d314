// The bodies of the benchmark's requests: 1 kB of a conversation, or 330 kB of notes before it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CONVERSATION = [
  {
    role: 'system',
    content:
      'You are a helpful assistant. Answer briefly and precisely, quote sources where you can, and say so when you do not know.',
  },
  {
    role: 'user',
    content:
      'Hello! I am planning a trip through western Europe next spring and would like some help with the history of the places that I am going to visit.',
  },
  {
    role: 'assistant',
    content:
      'That sounds lovely. Tell me which cities are on your list and how much time you have in each of them.',
  },
  {
    role: 'user',
    content:
      'We start in Paris, then go on to Lyon by train, and from there to Geneva and Milan. What is the capital of France, how long has it been the capital, and which of its museums should one not miss in two days? Please also say which of the four cities had the largest population around the year 1500, as far as that is known, and how sure one can be of such figures.',
  },
]

/** Some 75,000 tokens of English: a repository's files, or a long conversation. */
const NOTES = Array.from(
  { length: 3350 },
  (_, at) =>
    `Note ${at}: the train from platform ${at % 27} left on time, and arrived in the city some ${at % 59} minutes late.\n`,
).join('')

const plain = { temperature: 0.7, max_tokens: 512, messages: CONVERSATION }
const streamed = { ...plain, stream: true, stream_options: { include_usage: true } }
const BODIES = {
  short: { model: 'mock', ...plain },
  long: { model: 'mock', ...plain, messages: [{ role: 'user', content: NOTES }, ...CONVERSATION.slice(1)] },
  'stream-20ms': { model: 'mock-100x20', ...streamed },
  'stream-100ms': { model: 'mock-100x100', ...streamed },
  dear: { model: 'mock-after-1500', ...plain, max_tokens: 100 },
}

/** Writes each as a file for the load generator. Returns the file of a name. */
export function writeBodies(folder, modelPrefix) {
  mkdirSync(folder, { recursive: true })
  const fileOf = (name) => join(folder, `${name}.json`)
  for (const [name, body] of Object.entries(BODIES))
    writeFileSync(fileOf(name), JSON.stringify({ ...body, model: modelPrefix + body.model }))
  return fileOf
}
