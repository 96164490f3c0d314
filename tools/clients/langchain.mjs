import { ChatAnthropic } from '@langchain/anthropic'
import { HumanMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI, DallEAPIWrapper, OpenAI, OpenAIEmbeddings } from '@langchain/openai'
import { z } from 'zod'
import { assert, baseURL, check, key, origin } from './check.mjs'

const options = { model: 'sandbox/chat', apiKey: key, maxRetries: 0 }
const models = [
  new ChatOpenAI({ ...options, configuration: { baseURL } }),
  new ChatAnthropic({ ...options, anthropicApiUrl: origin }),
]

for (const model of models) {
  await check('chat', async () => {
    assert.equal((await model.invoke('[[say:Hello]]')).text, 'Hello')
  })

  await check('stream', async () => {
    let whole
    for await (const chunk of await model.stream('[[tokens:30]] go on')) whole = whole?.concat(chunk) ?? chunk
    assert.equal(whole.usage_metadata.output_tokens, 30)
    assert(whole.usage_metadata.input_tokens > 0)
  })

  await check('tools', async () => {
    const weather = tool(({ city }) => `sunny in ${city}`, {
      name: 'get_weather',
      description: 'The weather in a city',
      schema: z.object({ city: z.string() }),
    })
    const messages = [new HumanMessage('What is the weather in Paris?')]
    const armed = model.bindTools([weather])
    const call = await armed.invoke(messages)
    messages.push(call, await weather.invoke(call.tool_calls[0]))
    assert.match((await armed.invoke(messages)).text, /sunny in Paris/)
  })

  await check('json', async () => {
    const schema = z.object({ name: z.string(), age: z.number() })
    const person = await model.withStructuredOutput(schema).invoke('Ada Lovelace is 36 years old.')
    assert.equal(person.age, 36)
  })

  await check('errors', () => assert.rejects(model.invoke('[[status:400]]'), (error) => error.status === 400))

  await check('broken stream', () =>
    assert.rejects(async () => {
      for await (const _ of await model.stream('[[tokens:50]] [[cut:5]]'));
    }),
  )
}

await check('completions', async () => {
  assert.equal(await new OpenAI({ ...options, configuration: { baseURL } }).invoke('[[say:Hello]]'), 'Hello')
})

await check('embeddings', async () => {
  const embeddings = new OpenAIEmbeddings({
    ...options,
    model: 'sandbox/embedding',
    configuration: { baseURL },
  })
  assert((await embeddings.embedQuery('one')).length > 10)
})

await check('pictures', async () => {
  const painter = new DallEAPIWrapper({
    apiKey: key,
    baseUrl: baseURL,
    model: 'sandbox/image-1-mini',
    size: '512x512',
    dallEResponseFormat: 'b64_json',
  })
  assert((await painter.invoke('A red boat')).length > 1000)
})
