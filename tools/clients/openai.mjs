import OpenAI, { toFile } from 'openai'
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod'
import { z } from 'zod'
import { assert, baseURL, check, isPng, key, wav } from './check.mjs'

const client = new OpenAI({ baseURL, apiKey: key, maxRetries: 0 })
const model = 'sandbox/chat'
const user = (content) => [{ role: 'user', content }]

await check('models', async () => {
  const ids = []
  for await (const { id } of client.models.list()) ids.push(id)
  assert(ids.includes(model))
})

await check('chat', async () => {
  const { choices, usage } = await client.chat.completions.create({ model, messages: user('[[say:Hello]]') })
  assert.equal(choices[0].message.content, 'Hello')
  assert(usage.total_tokens > 0)
})

await check('stream', async () => {
  const options = { stream: true, stream_options: { include_usage: true } }
  const stream = await client.chat.completions.create({
    model,
    messages: user('[[tokens:30]] go on'),
    ...options,
  })
  let last
  for await (const chunk of stream) last = chunk
  assert.equal(last.usage.completion_tokens, 30)
})

await check('tools', async () => {
  const runner = client.chat.completions.runTools({
    model,
    messages: user('What is the weather in Paris?'),
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'The weather in a city',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          parse: JSON.parse,
          function: ({ city }) => `sunny in ${city}`,
        },
      },
    ],
  })
  assert.match(await runner.finalContent(), /sunny in Paris/)
})

await check('json', async () => {
  const schema = z.object({ name: z.string(), age: z.number() })
  const { choices } = await client.chat.completions.parse({
    model,
    messages: user('Ada Lovelace is 36 years old.'),
    response_format: zodResponseFormat(schema, 'person'),
  })
  assert.equal(choices[0].message.parsed.age, 36)
})

await check('thoughts', async () => {
  const { choices } = await client.chat.completions.create({
    model: 'sandbox/chat-pro',
    messages: user('Hello'),
    reasoning_effort: 'high',
  })
  assert(choices[0].message.reasoning_content.length > 0)
})

await check('errors', async () => {
  const stranger = new OpenAI({ baseURL, apiKey: 'sk-wrong', maxRetries: 0 })
  await assert.rejects(stranger.models.list(), OpenAI.AuthenticationError)
  const unknown = client.chat.completions.create({ model: 'no/such', messages: user('Hello') })
  await assert.rejects(unknown, OpenAI.NotFoundError)
})

await check('broken stream', async () => {
  const stream = await client.chat.completions.create({
    model,
    messages: user('[[tokens:50]] [[cut:5]]'),
    stream: true,
  })
  await assert.rejects(async () => {
    for await (const _ of stream);
  }, OpenAI.APIError)
})

await check('responses', async () => {
  const { output_text } = await client.responses.create({ model, input: '[[say:Hello]]' })
  assert.equal(output_text, 'Hello')
  const stream = client.responses.stream({ model, input: '[[tokens:30]]' })
  const types = new Set()
  for await (const { type } of stream) types.add(type)
  assert(types.has('response.output_text.delta') && types.has('response.completed'))
  const parsed = await client.responses.parse({
    model,
    input: 'Ada Lovelace is 36 years old.',
    text: { format: zodTextFormat(z.object({ age: z.number() }), 'person') },
  })
  assert.equal(parsed.output_parsed.age, 36)
})

await check('second turn', async () => {
  const first = await client.responses.create({ model, input: 'My cat is called Miso.' })
  const second = await client.responses.create({
    model,
    previous_response_id: first.id,
    input: 'What did I say before?',
  })
  assert.match(second.output_text, /Miso/)
  assert.equal((await client.responses.retrieve(first.id)).id, first.id)
  const items = await client.responses.inputItems.list(second.id)
  assert(items.data.length > 0)
  await client.responses.delete(first.id)
  await assert.rejects(client.responses.retrieve(first.id), OpenAI.NotFoundError)
})

await check('background', async () => {
  let answer = await client.responses.create({ model, input: '[[say:later]]', background: true })
  for (let i = 0; i < 100 && ['queued', 'in_progress'].includes(answer.status); i++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    answer = await client.responses.retrieve(answer.id)
  }
  assert.equal(answer.output_text, 'later')
})

await check('embeddings', async () => {
  const { data } = await client.embeddings.create({ model: 'sandbox/embedding', input: ['one', 'two'] })
  assert.equal(data.length, 2)
  assert(data[0].embedding.length > 10)
})

await check('pictures', async () => {
  const request = { model: 'sandbox/image-1-mini', prompt: 'A red boat', size: '512x512' }
  const { data } = await client.images.generate({ ...request, response_format: 'b64_json' })
  assert(isPng(Buffer.from(data[0].b64_json, 'base64')))
  const stream = await client.images.generate({ ...request, stream: true })
  const types = []
  for await (const { type } of stream) types.push(type)
  assert.deepEqual(types, ['image_generation.completed'])
})

await check('speech', async () => {
  const answer = await client.audio.speech.create({
    model: 'sandbox/speech',
    voice: 'alloy',
    input: 'Good morning.',
    response_format: 'wav',
  })
  assert.equal(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 4)
      .toString(),
    'RIFF',
  )
})

await check('transcription', async () => {
  const file = await toFile(wav(), 'tone.wav', { type: 'audio/wav' })
  const { text } = await client.audio.transcriptions.create({ model: 'sandbox/transcription', file })
  assert.match(text, /sandbox/i)
})

await check('moderation', async () => {
  const { results } = await client.moderations.create({ model: 'sandbox/moderation', input: 'Good morning.' })
  assert.equal(results[0].flagged, false)
})

await check('completions', async () => {
  const { choices } = await client.completions.create({ model, prompt: '[[say:Hello]]' })
  assert.equal(choices[0].text, 'Hello')
})

await check('batches', async () => {
  const line = JSON.stringify({
    custom_id: 'a',
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model, messages: user('[[say:Hello]]') },
  })
  const file = await toFile(Buffer.from(`${line}\n`), 'batch.jsonl')
  const { id } = await client.files.create({ file, purpose: 'batch' })
  let batch = await client.batches.create({
    input_file_id: id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  })
  for (let i = 0; i < 300 && !['completed', 'failed', 'expired'].includes(batch.status); i++) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    batch = await client.batches.retrieve(batch.id)
  }
  assert.equal(batch.status, 'completed')
  const output = await (await client.files.content(batch.output_file_id)).text()
  assert.equal(JSON.parse(output).response.body.choices[0].message.content, 'Hello')
})
