import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents'
import { z } from 'zod'
import { assert, baseURL, check, key } from './check.mjs'

setTracingDisabled(true)
const weather = tool({
  name: 'get_weather',
  description: 'The weather in a city',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => `sunny in ${city}`,
})

for (const useResponses of [true, false]) {
  const runner = new Runner({ modelProvider: new OpenAIProvider({ baseURL, apiKey: key, useResponses }) })
  const agent = new Agent({ name: 'a', instructions: 'Be brief.', model: 'sandbox/chat', tools: [weather] })

  await check('chat', async () => {
    assert.equal((await runner.run(agent, '[[say:Hello]]')).finalOutput, 'Hello')
  })

  await check('stream', async () => {
    const result = await runner.run(agent, '[[tokens:30]] go on', { stream: true })
    let text = ''
    for await (const piece of result.toTextStream()) text += piece
    assert(text.length > 30)
  })

  await check('tools', async () => {
    const { finalOutput } = await runner.run(agent, 'What is the weather in Paris?')
    assert.match(finalOutput, /sunny in Paris/)
  })

  await check('json', async () => {
    const outputType = z.object({ name: z.string(), age: z.number() })
    const teller = new Agent({ name: 'b', model: 'sandbox/chat', outputType })
    assert.equal((await runner.run(teller, 'Ada Lovelace is 36 years old.')).finalOutput.age, 36)
  })

  if (useResponses)
    await check('second turn', async () => {
      const first = await runner.run(agent, 'My cat is called Miso.')
      const previousResponseId = first.lastResponseId
      const second = await runner.run(agent, 'What did I say before?', { previousResponseId })
      assert.match(second.finalOutput, /Miso/)
    })
}
