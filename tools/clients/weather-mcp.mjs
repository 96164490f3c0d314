// A minimal MCP server over stdio with one tool.
import { createInterface } from 'node:readline'

const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools = [{ name: 'get_weather', description: 'The weather in a city', inputSchema }]

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'weather', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: { city } }) => ({ content: [{ type: 'text', text: `sunny in ${city}` }] }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = answers[method]
  const reply = answer ? { result: answer(params) } : { error: { code: -32601, message: 'unknown method' } }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...reply }))
}
