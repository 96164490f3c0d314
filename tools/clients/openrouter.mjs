import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import { generateText, streamText } from 'ai'
import { assert, baseURL, check, key } from './check.mjs'

const openrouter = createOpenRouter({ baseURL, apiKey: key })
const model = openrouter.chat('sandbox/chat')

const partsOf = (options) =>
  Array.fromAsync(streamText({ onError: () => undefined, maxRetries: 0, ...options }).fullStream)

await check('chat', async () => {
  assert.equal((await generateText({ model, prompt: '[[say:Hello]]' })).text, 'Hello')
})

await check('stream', async () => {
  const counted = openrouter.chat('sandbox/chat', { usage: { include: true } })
  const parts = await partsOf({ model: counted, prompt: '[[tokens:30]] go on' })
  assert.equal(parts.find(({ type }) => type === 'finish').totalUsage.outputTokens, 30)
})

await check('thoughts', async () => {
  const thinker = openrouter.chat('sandbox/chat-pro', { extraBody: { reasoning_effort: 'high' } })
  assert((await generateText({ model: thinker, prompt: 'Hello' })).reasoningText?.length > 0)
  const parts = await partsOf({ model: thinker, prompt: 'Hello' })
  assert(parts.some(({ type }) => type === 'reasoning-delta'))
})

await check('errors', async () => {
  const wrong = generateText({ model, prompt: '[[status:400]]', maxRetries: 0 })
  await assert.rejects(wrong, (error) => error.statusCode === 400)
})

await check('broken stream', async () => {
  const parts = await partsOf({ model, prompt: '[[tokens:50]] [[cut:5]]' })
  assert(parts.some(({ type }) => type === 'error'))
})
