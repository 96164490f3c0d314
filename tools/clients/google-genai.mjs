import { ApiError, GoogleGenAI, Type } from '@google/genai'
import { assert, check, key, origin } from './check.mjs'

const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: origin } })
const { models } = client
const model = 'sandbox/chat'
const tools = [
  {
    functionDeclarations: [
      {
        name: 'get_weather',
        description: 'The weather in a city',
        parameters: { type: Type.OBJECT, properties: { city: { type: Type.STRING } }, required: ['city'] },
      },
    ],
  },
]

await check('models', async () => {
  const names = []
  for await (const { name } of await models.list({ config: { pageSize: 2 } })) names.push(name)
  assert(names.includes(`models/${model}`))
  assert.equal((await models.get({ model })).name, `models/${model}`)
})

await check('chat', async () => {
  const answer = await models.generateContent({ model, contents: '[[say:Hello]]' })
  assert.equal(answer.text, 'Hello')
  assert(answer.usageMetadata.candidatesTokenCount > 0)
})

await check('second turn', async () => {
  const chat = client.chats.create({ model })
  await chat.sendMessage({ message: 'My cat is called Miso.' })
  assert.match((await chat.sendMessage({ message: 'What did I say before?' })).text, /Miso/)
})

await check('stream', async () => {
  let last
  let text = ''
  for await (const chunk of await models.generateContentStream({ model, contents: '[[tokens:30]] go on' })) {
    text += chunk.text ?? ''
    last = chunk
  }
  assert(text.length > 0)
  assert.equal(last.usageMetadata.candidatesTokenCount, 30)
  assert.equal(last.candidates[0].finishReason, 'STOP')
})

await check('tools', async () => {
  const asked = { role: 'user', parts: [{ text: 'What is the weather in Paris?' }] }
  const answer = await models.generateContent({ model, contents: [asked], config: { tools } })
  const [{ id, name, args }] = answer.functionCalls
  assert.deepEqual(args, { city: 'Paris' })
  const result = { functionResponse: { id, name, response: { output: `sunny in ${args.city}` } } }
  const contents = [asked, answer.candidates[0].content, { role: 'user', parts: [result] }]
  assert.match((await models.generateContent({ model, contents, config: { tools } })).text, /sunny in Paris/)
})

await check('streamed tools', async () => {
  const calls = []
  const config = { tools, toolConfig: { functionCallingConfig: { mode: 'ANY' } } }
  for await (const chunk of await models.generateContentStream({
    model,
    contents: 'Weather in Paris?',
    config,
  }))
    calls.push(...(chunk.functionCalls ?? []))
  assert.deepEqual(
    calls.map(({ name, args }) => [name, args]),
    [['get_weather', { city: 'Paris' }]],
  )
})

await check('json', async () => {
  const answer = await models.generateContent({
    model,
    contents: 'Ada Lovelace is 36 years old.',
    config: {
      responseMimeType: 'application/json',
      responseSchema: { type: Type.OBJECT, properties: { age: { type: Type.INTEGER } }, required: ['age'] },
    },
  })
  assert.equal(JSON.parse(answer.text).age, 36)
})

await check('thoughts', async () => {
  const config = { thinkingConfig: { includeThoughts: true, thinkingBudget: 2000 } }
  const answer = await models.generateContent({ model: 'sandbox/chat-pro', contents: 'Hello', config })
  assert(answer.candidates[0].content.parts.some(({ thought, text }) => thought && text.length > 0))
})

await check('errors', async () => {
  const stranger = new GoogleGenAI({ apiKey: 'sk-wrong', httpOptions: { baseUrl: origin } })
  await assert.rejects(
    stranger.models.get({ model }),
    (error) => error instanceof ApiError && error.status === 401,
  )
  const unknown = models.generateContent({ model: 'no/such', contents: 'Hello' })
  await assert.rejects(unknown, (error) => error instanceof ApiError && error.status === 404)
})

await check('broken stream', async () => {
  const read = async () => {
    for await (const _ of await models.generateContentStream({ model, contents: '[[tokens:50]] [[cut:5]]' }));
  }
  await assert.rejects(read, ApiError)
})

await check('count tokens', async () => {
  assert((await models.countTokens({ model, contents: 'Hello' })).totalTokens > 0)
})
