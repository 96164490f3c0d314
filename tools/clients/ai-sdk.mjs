import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import * as ai from 'ai'
import { z } from 'zod'
import { assert, baseURL, check, isPng, key, wav } from './check.mjs'

const { generateText, Output, stepCountIs, streamText, tool } = ai
const openai = createOpenAI({ baseURL, apiKey: key })
const anthropic = createAnthropic({ baseURL, apiKey: key })
const compatible = createOpenAICompatible({
  name: 'portico',
  baseURL,
  apiKey: key,
  includeUsage: true,
  supportsStructuredOutputs: true,
})
const models = {
  'OpenAI Responses': openai('sandbox/chat'),
  'OpenAI chat': openai.chat('sandbox/chat'),
  Anthropic: anthropic('sandbox/chat'),
  compatible: compatible('sandbox/chat'),
}

/** The text of a stream. The SDK does not throw, but passes errors on as parts. */
const partsOf = (options) =>
  Array.fromAsync(streamText({ onError: () => undefined, maxRetries: 0, ...options }).fullStream)

for (const [way, model] of Object.entries(models)) {
  const named = (work) => async () => {
    try {
      await work()
    } catch (error) {
      throw new Error(`by ${way}: ${error.stack}`)
    }
  }

  await check(
    'chat',
    named(async () => {
      const { text, usage } = await generateText({ model, prompt: '[[say:Hello]]' })
      assert.equal(text, 'Hello')
      assert(usage.inputTokens > 0)
    }),
  )

  await check(
    'stream',
    named(async () => {
      const parts = await partsOf({ model, prompt: '[[tokens:30]] go on' })
      const end = parts.find(({ type }) => type === 'finish')
      assert.equal(end.totalUsage.outputTokens, 30)
    }),
  )

  await check(
    'tools',
    named(async () => {
      const { text } = await generateText({
        model,
        prompt: 'What is the weather in Paris?',
        stopWhen: stepCountIs(3),
        tools: {
          get_weather: tool({
            description: 'The weather in a city',
            inputSchema: z.object({ city: z.string() }),
            execute: ({ city }) => `sunny in ${city}`,
          }),
        },
      })
      assert.match(text, /sunny in Paris/)
    }),
  )

  await check(
    'json',
    named(async () => {
      const result = await generateText({
        model,
        prompt: 'Ada Lovelace is 36 years old.',
        output: Output.object({ schema: z.object({ name: z.string(), age: z.number() }) }),
      })
      assert.equal(result.output.age, 36)
    }),
  )

  await check(
    'second turn',
    named(async () => {
      const messages = [{ role: 'user', content: 'My cat is called Miso.' }]
      const { response } = await generateText({ model, messages })
      messages.push(...response.messages, { role: 'user', content: 'What did I say before?' })
      assert.match((await generateText({ model, messages })).text, /Miso/)
    }),
  )

  await check(
    'errors',
    named(async () => {
      const wrong = generateText({ model, prompt: '[[status:400]]', maxRetries: 0 })
      await assert.rejects(wrong, (error) => error.statusCode === 400)
    }),
  )

  await check(
    'broken stream',
    named(async () => {
      const parts = await partsOf({ model, prompt: '[[tokens:50]] [[cut:5]]' })
      assert(parts.some(({ type }) => type === 'error'))
    }),
  )
}

await check('thoughts', async () => {
  for (const [model, providerOptions] of [
    [compatible('sandbox/chat-pro'), { portico: { reasoningEffort: 'high' } }],
    [
      openai('sandbox/chat-pro'),
      { openai: { reasoningEffort: 'high', reasoningSummary: 'auto', forceReasoning: true } },
    ],
    [anthropic('sandbox/chat-pro'), { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } }],
  ]) {
    const { reasoningText } = await generateText({ model, prompt: 'Hello', providerOptions })
    assert(reasoningText?.length > 0, model.provider)
  }
})

await check('embeddings', async () => {
  const { embedding } = await ai.embed({ model: openai.embedding('sandbox/embedding'), value: 'one' })
  assert(embedding.length > 10)
})

await check('pictures', async () => {
  const generateImage = ai.generateImage ?? ai.experimental_generateImage
  for (const model of [openai.image('sandbox/image-1-mini'), compatible.imageModel('sandbox/image-1-mini')]) {
    const { image } = await generateImage({ model, prompt: 'A red boat', size: '512x512' })
    assert(isPng(image.uint8Array), model.provider)
  }
})

await check('speech', async () => {
  const generateSpeech = ai.generateSpeech ?? ai.experimental_generateSpeech
  const { audio } = await generateSpeech({
    model: openai.speech('sandbox/speech'),
    text: 'Good morning.',
    voice: 'alloy',
    outputFormat: 'wav',
  })
  assert.equal(Buffer.from(audio.uint8Array).subarray(0, 4).toString(), 'RIFF')
})

await check('transcription', async () => {
  const transcribe = ai.transcribe ?? ai.experimental_transcribe
  const model = openai.transcription('sandbox/transcription')
  assert.match((await transcribe({ model, audio: wav() })).text, /sandbox/i)
})
