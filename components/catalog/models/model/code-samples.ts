import {
  writeCurl,
  writePython,
  writeTypescript,
} from '@/components/gateway/playground/conversation/snippets'
import type { CodeLanguage } from '@/components/ui/highlight'
import type { ModelReply } from '@/lib/catalog/models/schema'

type WrittenSample = { id: string; label: string; language: CodeLanguage; code: string }

type SampledModel = Pick<ModelReply, 'id' | 'modality'> & Partial<Pick<ModelReply, 'capabilities'>>

/** Samples that call a model in three languages, with the key in a variable. */
export function codeSamples(model: SampledModel, origin: string): WrittenSample[] {
  const [curl, typescript, python] = writeSamples(model, origin)
  return [
    { id: 'curl', label: 'curl', language: 'bash', code: curl },
    { id: 'typescript', label: 'TypeScript', language: 'typescript', code: typescript },
    { id: 'python', label: 'Python', language: 'python', code: python },
  ]
}

function writeSamples(
  { id, modality, capabilities = {} }: SampledModel,
  origin: string,
): [curl: string, typescript: string, python: string] {
  if (modality === 'speech') return writeSpeech(id, origin)
  if (modality === 'transcription') return writeTranscription(id, origin)
  if (modality === 'embedding' || modality === 'moderation' || modality === 'rerank')
    return writeCall(modality, id, origin)
  if (modality === 'chat') {
    const messages = [{ role: 'user' as const, content: 'What is a portico?' }]
    const input = { request: { model: id, messages }, origin, stream: true }
    return [writeCurl(input), writeTypescript(input).trimEnd(), writePython(input).trimEnd()]
  }
  const takesSource = capabilities.upscale === true || capabilities.remove_background === true
  const drawn = takesSource ? sourceTask(id, origin) : imageTask(id, origin)
  const task = modality === 'image' ? drawn : videoTask(id, origin)
  return [writeTaskCurl(task), writeTaskTypescript(task), writeTaskPython(task)]
}

function imageTask(model: string, origin: string): TaskSample {
  return {
    origin,
    create: '/v1/images/generations/async',
    read: '/v1/images/generations',
    body: { model, prompt: 'A portico at dawn, in ink', size: '1024x1024', quality: 'medium' },
    everySeconds: 2,
    result: { typescript: 'task.data[0].object_url', python: 'task["data"][0]["object_url"]' },
  }
}

/** Upscales an uploaded image, or removes its background. */
function sourceTask(model: string, origin: string): TaskSample {
  const body = { model, image_upload_id: 'upl_…' }
  return { ...imageTask(model, origin), create: '/v1/images/edits', body }
}

function videoTask(model: string, origin: string): TaskSample {
  return {
    origin,
    create: '/v1/videos/generations',
    read: '/v1/videos/generations',
    body: { model, prompt: 'A walk through a portico at dawn', ratio: '16:9', duration: 5 },
    everySeconds: 5,
    result: { typescript: 'task.video_url', python: 'task["video_url"]' },
  }
}

const input = 'What is a portico?'
const documents = ['A porch with columns.', 'A kind of bread.']

/** Synchronous calls: the request body, and the part of the reply to print. OpenAI's clients have no method for reranking. */
const calls = {
  embedding: {
    path: 'embeddings',
    body: { input },
    shown: ['.data[0].embedding.length', '.data[0].embedding'],
  },
  moderation: { path: 'moderations', body: { input }, shown: ['.results[0].flagged', '.results[0].flagged'] },
  rerank: {
    path: 'rerank',
    body: { query: input, documents },
    shown: ['.results[0].index', '["results"][0]["index"]'],
  },
} as const

function writeCall(
  modality: keyof typeof calls,
  model: string,
  origin: string,
): [curl: string, typescript: string, python: string] {
  const url = `${origin}/v1`
  const { path, body, shown } = calls[modality]
  const json = JSON.stringify({ model, ...body })
  const named = Object.entries({ model, ...body }).map(([name, value]) => [name, JSON.stringify(value)])
  const isPosted = modality === 'rerank'
  const typescript = isPosted
    ? `post<{ results: { index: number }[] }>('/rerank', { body: ${json} })`
    : `${path}.create({ ${named.map((field) => field.join(': ')).join(', ')} })`
  const python = isPosted
    ? `post("/rerank", body=${json}, cast_to=object)`
    : `${path}.create(${named.map((field) => field.join('=')).join(', ')})`
  return [
    `curl ${url}/${path} \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${json}'`,
    `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${url}', apiKey: process.env.PORTICO_API_KEY })
const reply = await client.${typescript}
console.log(reply${shown[0]})`,
    `import os
from openai import OpenAI

client = OpenAI(base_url="${url}", api_key=os.environ["PORTICO_API_KEY"])
reply = client.${python}
print(reply${shown[1]})`,
  ]
}

function writeSpeech(model: string, origin: string): [curl: string, typescript: string, python: string] {
  const url = `${origin}/v1`
  const body = { model, voice: 'alloy', input: 'What is a portico?', response_format: 'wav' }
  return [
    `curl ${url}/audio/speech \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}' --output portico.wav`,
    `import { writeFile } from 'node:fs/promises'
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${url}', apiKey: process.env.PORTICO_API_KEY })
const sound = await client.audio.speech.create(${JSON.stringify(body)})
await writeFile('portico.wav', Buffer.from(await sound.arrayBuffer()))`,
    `import os
from openai import OpenAI

client = OpenAI(base_url="${url}", api_key=os.environ["PORTICO_API_KEY"])
sound = client.audio.speech.create(**${JSON.stringify(body)})
sound.write_to_file("portico.wav")`,
  ]
}

function writeTranscription(
  model: string,
  origin: string,
): [curl: string, typescript: string, python: string] {
  const url = `${origin}/v1`
  return [
    `curl ${url}/audio/transcriptions \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -F model=${model} -F file=@portico.wav`,
    `import { createReadStream } from 'node:fs'
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${url}', apiKey: process.env.PORTICO_API_KEY })
const file = createReadStream('portico.wav')
const { text } = await client.audio.transcriptions.create({ model: '${model}', file })
console.log(text)`,
    `import os
from openai import OpenAI

client = OpenAI(base_url="${url}", api_key=os.environ["PORTICO_API_KEY"])
reply = client.audio.transcriptions.create(model="${model}", file=open("portico.wav", "rb"))
print(reply.text)`,
  ]
}

/** A task that is created and polled, for images and videos. */
type TaskSample = {
  origin: string
  create: string
  read: string
  body: Readonly<Record<string, string | number>>
  everySeconds: number
  /** The expression that reads the result of a completed task. */
  result: { typescript: string; python: string }
}

function writeTaskCurl({ origin, create, read, body }: TaskSample): string {
  return `# Create the task. The reply has its ID.
curl ${origin}${create} \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}'

# Poll until the status is "completed".
curl ${origin}${read}/$TASK_ID \\
  -H "Authorization: Bearer $PORTICO_API_KEY"`
}

function writeTaskTypescript({ origin, create, read, body, everySeconds, result }: TaskSample): string {
  const fields = Object.entries(body).map(([name, value]) => `    ${name}: ${quote(value)},`)
  return `const headers = {
  Authorization: \`Bearer \${process.env.PORTICO_API_KEY}\`,
  'Content-Type': 'application/json',
}

let task = await fetch('${origin}${create}', {
  method: 'POST',
  headers,
  body: JSON.stringify({
${fields.join('\n')}
  }),
}).then((response) => response.json())

while (task.status === 'queued' || task.status === 'processing') {
  await new Promise((resolve) => setTimeout(resolve, ${everySeconds}000))
  const response = await fetch(\`${origin}${read}/\${task.id}\`, { headers })
  task = await response.json()
}

console.log(task.status === 'completed' ? ${result.typescript} : task.error)`
}

function writeTaskPython({ origin, create, read, body, everySeconds, result }: TaskSample): string {
  const fields = Object.entries(body).map(([name, value]) => `        "${name}": ${JSON.stringify(value)},`)
  return `import os
import time

import requests

session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['PORTICO_API_KEY']}"

task = session.post(
    "${origin}${create}",
    json={
${fields.join('\n')}
    },
).json()

while task["status"] in ("queued", "processing"):
    time.sleep(${everySeconds})
    task = session.get(f"${origin}${read}/{task['id']}").json()

print(${result.python} if task["status"] == "completed" else task["error"])`
}

function quote(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "\\'")}'`
}
