import Anthropic from '@anthropic-ai/sdk'
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod'
import { z } from 'zod'
import { assert, check, key, origin } from './check.mjs'

const client = new Anthropic({ baseURL: origin, apiKey: key, maxRetries: 0 })
const model = 'sandbox/chat'
const user = (content) => [{ role: 'user', content }]
const request = { model, max_tokens: 500 }

await check('models', async () => {
  const ids = []
  for await (const { id } of client.models.list({ limit: 2 })) ids.push(id)
  assert(ids.includes(model))
})

await check('chat', async () => {
  const { content, usage } = await client.messages.create({ ...request, messages: user('[[say:Hello]]') })
  assert.equal(content[0].text, 'Hello')
  assert(!('citations' in content[0]))
  assert(usage.output_tokens > 0)
})

await check('stream', async () => {
  const stream = client.messages.stream({ ...request, messages: user('[[tokens:30]] go on') })
  let started
  stream.on('streamEvent', (event) => {
    if (event.type === 'message_start') started = event.message.usage.input_tokens
  })
  assert.equal((await stream.finalMessage()).usage.output_tokens, 30)
  assert(started > 0)
})

await check('tools', async () => {
  const runner = client.beta.messages.toolRunner({
    ...request,
    messages: user('What is the weather in Paris?'),
    tools: [
      betaZodTool({
        name: 'get_weather',
        description: 'The weather in a city',
        inputSchema: z.object({ city: z.string() }),
        run: ({ city }) => `sunny in ${city}`,
      }),
    ],
  })
  assert.match(JSON.stringify((await runner).content), /sunny in Paris/)
})

await check('json', async () => {
  const answer = await client.messages.create({
    ...request,
    messages: user('Ada Lovelace is 36 years old.'),
    output_config: {
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          properties: { age: { type: 'integer' } },
          required: ['age'],
          additionalProperties: false,
        },
      },
    },
  })
  assert.equal(JSON.parse(answer.content.find(({ type }) => type === 'text').text).age, 36)
})

await check('thoughts', async () => {
  const { content } = await client.messages.create({
    model: 'sandbox/chat-pro',
    max_tokens: 4000,
    thinking: { type: 'enabled', budget_tokens: 2000 },
    messages: user('Hello'),
  })
  assert(content.find(({ type }) => type === 'thinking').thinking.length > 0)
})

await check('errors', async () => {
  const stranger = new Anthropic({ baseURL: origin, apiKey: 'sk-wrong', maxRetries: 0 })
  await assert.rejects(stranger.models.list(), Anthropic.AuthenticationError)
  const unknown = client.messages.create({ ...request, model: 'no/such', messages: user('Hello') })
  await assert.rejects(unknown, Anthropic.NotFoundError)
})

await check('broken stream', async () => {
  const stream = client.messages.stream({ ...request, messages: user('[[tokens:50]] [[cut:5]]') })
  await assert.rejects(stream.finalMessage(), Anthropic.APIError)
})

await check('count tokens', async () => {
  const { input_tokens } = await client.messages.countTokens({ model, messages: user('Hello') })
  assert(input_tokens > 0)
})
