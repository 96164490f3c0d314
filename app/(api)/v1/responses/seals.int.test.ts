import OpenAI from 'openai'
import { describeSeals } from '../chat/completions/seals-testing'
import * as responses from './route'

const tools: OpenAI.Responses.FunctionTool[] = [
  { type: 'function', name: 'get_weather', parameters: { type: 'object' }, strict: false },
]
const user = { role: 'user' as const, content: 'Weather?' }

const inputOf = (output: OpenAI.Responses.ResponseOutputItem[]) =>
  output.flatMap((item): OpenAI.Responses.ResponseInputItem[] =>
    item.type === 'function_call'
      ? [item, { type: 'function_call_output', call_id: item.call_id, output: '7 °C' }]
      : item.type === 'reasoning' || item.type === 'message'
        ? [item]
        : [],
  )

await describeSeals({
  modules: { '/v1/responses': responses },
  // A thought is shown without its seal; the call carries its signature itself.
  typesOf: () => ['reasoning', 'function_call'],
  async converse({ door, apiKey, model, isStreamed, asksForThoughts }, beforeResults) {
    const client = new OpenAI({
      apiKey,
      maxRetries: 0,
      baseURL: 'http://localhost:3000/v1',
      fetch: (url, init) => door('POST', new URL(String(url)).pathname, init),
    })
    const include: OpenAI.Responses.ResponseIncludable[] = asksForThoughts
      ? ['reasoning.encrypted_content']
      : []
    const params = { model, tools, include, reasoning: { effort: 'high' as const }, store: false }
    const turn = { ...params, input: [user] }
    const { output } = isStreamed
      ? await client.responses.stream(turn).finalResponse()
      : await client.responses.create(turn)
    beforeResults()
    await client.responses.create({ ...params, input: [user, ...inputOf(output)] })
    return output.map(({ type }) => type)
  },
})
