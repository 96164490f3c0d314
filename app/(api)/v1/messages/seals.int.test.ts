import Anthropic from '@anthropic-ai/sdk'
import { describeSeals } from '../chat/completions/seals-testing'
import * as messages from './route'

const tools = [{ name: 'get_weather', input_schema: { type: 'object' as const } }]
const user = { role: 'user' as const, content: 'Weather?' }
const thinking = { type: 'enabled' as const, budget_tokens: 1024 }

const resultsOf = ({ content }: Anthropic.Message): Anthropic.ToolResultBlockParam[] =>
  content.flatMap((block) =>
    block.type === 'tool_use'
      ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: '7 °C' }]
      : [],
  )

await describeSeals({
  modules: { '/v1/messages': messages },
  typesOf: (asksForThoughts) => (asksForThoughts ? ['thinking', 'tool_use'] : ['tool_use']),
  async converse({ door, apiKey, model, isStreamed, asksForThoughts }, beforeResults) {
    const client = new Anthropic({
      apiKey,
      maxRetries: 0,
      baseURL: 'http://localhost:3000',
      fetch: (url, init) => door('POST', new URL(String(url)).pathname, init),
    })
    const params = { model, max_tokens: 4000, tools, ...(asksForThoughts && { thinking }) }
    const turn = { ...params, messages: [user] }
    const message = isStreamed
      ? await client.messages.stream(turn).finalMessage()
      : await client.messages.create(turn)
    beforeResults()
    await client.messages.create({
      ...params,
      messages: [
        user,
        { role: 'assistant', content: message.content },
        { role: 'user', content: resultsOf(message) },
      ],
    })
    return message.content.map(({ type }) => type)
  },
})
