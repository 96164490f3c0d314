// Upstreams that break their format the way real ones do: two OpenAI-like ones, a Claude-like and a Gemini-like one. Each refuses a
// conversation twice (429, then an error in a 200), then asks for the weather of two cities at once, then repeats the tools' results.
import { createServer } from 'node:http'

export const ODD_MODELS = ['odd/pieces', 'odd/bare', 'odd/claude', 'odd/gemini']
const CITIES = ['Oslo', 'Rome']

/** Starts listening. `providers` and `settings` are for the Portico that uses it. */
export async function openOddUpstream() {
  const asked = new Map()
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(404).end()
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    const body = JSON.parse(text)
    const model = /models\/([^:]+)/.exec(request.url)?.[1] ?? body.model
    const count = (asked.get(model) ?? 0) + 1
    asked.set(model, count)
    if (count <= 2) return refuse(response, count)
    const { read, write } = vendors[model]
    const step = nextStep(read(body))
    if (step.text) asked.delete(model)
    write(response, step)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${server.address().port}`
  const providers = ODD_MODELS.map((id) => providerOf(id, origin))
  return { providers, settings: { ODD_API_KEY: 'odd-secret' }, close: () => server.close() }
}

function providerOf(id, origin) {
  const upstream_id = id.slice('odd/'.length)
  const { path, catalog } = vendors[upstream_id]
  const limits = { context_length: 400_000, max_output_tokens: 64_000 }
  const pricing = { prompt: '0.000001', completion: '0.000002' }
  const supported_parameters = ['tools', 'tool_choice', 'max_tokens']
  const model = { id, name: id, modality: 'chat', upstream_id, ...limits, supported_parameters, pricing }
  const named = { id: `odd-${upstream_id}`, name: `Odd ${upstream_id}`, api_key_env: 'ODD_API_KEY' }
  return { ...named, ...catalog, base_url: `${origin}${path}`, policies: {}, models: [model] }
}

function refuse(response, count) {
  const error = { message: 'Overloaded.', type: 'overloaded_error', code: count === 1 ? 429 : 503 }
  const head = { 'content-type': 'application/json', 'retry-after': '0' }
  response.writeHead(count === 1 ? 429 : 200, head).end(JSON.stringify({ error }))
}

/** The next step, from the offered tools and the results of called ones. */
function nextStep({ names, results }) {
  const weather = names.find((name) => name.endsWith('get_weather'))
  const said = results.join(' ').match(/sunny in \w+/g) ?? []
  if (said.length >= CITIES.length) return { text: said.join(' and '), calls: [] }
  if (weather) return { calls: CITIES.map((city) => ({ name: weather, input: { city } })) }
  const input = { query: 'select:mcp__weather__get_weather' }
  if (names.includes('ToolSearch')) return { calls: [{ name: 'ToolSearch', input }] }
  return { text: `There is no tool for the weather among ${names.join(', ')}.`, calls: [] }
}

function readChat({ tools = [], messages }) {
  const results = messages.flatMap(({ role, content }) => (role === 'tool' ? JSON.stringify(content) : []))
  return { names: tools.map((tool) => tool.function.name), results }
}

/** Empty texts everywhere, calls one after another, keep-alives, no [DONE]. */
function writePieces(response, { text, calls }) {
  const chunk = (delta, finish_reason = '') => ({
    id: '',
    choices: [{ index: 0, delta, finish_reason }],
    usage: null,
  })
  const piece = (index, more) => ({ tool_calls: [{ index, id: '', type: '', ...more }] })
  const pieces = (cut) =>
    calls.map(({ input }, index) =>
      piece(index, { function: { name: '', arguments: cut(JSON.stringify(input)) } }),
    )
  const starts = calls.map(({ name }, index) =>
    piece(index, { id: `call_${index}`, function: { name, arguments: '' } }),
  )
  const said = [...starts, ...pieces((json) => json.slice(0, 5)), ...pieces((json) => json.slice(5))]
  const deltas = [{ role: '', content: null }, ...(text ? [{ content: text }] : said)]
  const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 0, prompt_tokens_details: null }
  const end = [chunk({}, text ? 'stop' : 'tool_calls'), { id: '', choices: [], usage }]
  const events = [...deltas.map((delta) => chunk(delta)), ...end].map(
    (event) => `data: ${JSON.stringify(event)}\n\n`,
  )
  response.writeHead(200, { 'content-type': 'text/plain' })
  response.end(`: PROCESSING\n\ndata:\n\n${events.join(': keep-alive\n\n')}`)
}

/** Whole calls without index, ID or type, arguments as an object, "stop" beside them, a BOM, blanks around [DONE]. */
function writeBare(response, { text, calls }) {
  const tool_calls = calls.map(({ name, input }) => ({ function: { name, arguments: input } }))
  const delta = text ? { content: text } : { content: '', tool_calls }
  const usage = { prompt_tokens: 11, completion_tokens: 7, completion_tokens_details: '' }
  const events = [{ choices: [{ delta }] }, { choices: [{ delta: {}, finish_reason: 'stop' }], usage }]
  const lines = events.map((event) => `data:${JSON.stringify(event)}\n\n`)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(`\uFEFF${lines.join('')}data:  [DONE] \n\n`)
}

function readClaude({ tools = [], messages }) {
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  const results = blocks
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => JSON.stringify(content))
  return { names: tools.map(({ name }) => name), results }
}

/** Unknown events, an empty piece before each call's only one, the same IDs in each turn. */
function writeClaude(response, { text, calls }) {
  const block = (index, content_block, ...deltas) => [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
  const json = (partial_json) => ({ type: 'input_json_delta', partial_json })
  const called = calls.flatMap(({ name, input }, at) =>
    block(
      at + 1,
      { type: 'tool_use', id: `toolu_${at}`, name, input: {} },
      json(''),
      json(JSON.stringify(input)),
    ),
  )
  const thinking = { type: 'thinking_delta', thinking: 'Hm.' }
  const head = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [],
    stop_reason: null,
  }
  const events = [
    { type: 'ping' },
    {
      type: 'message_start',
      message: { ...head, stop_sequence: null, usage: { input_tokens: 11, output_tokens: 0 } },
    },
    { type: 'note_of_tomorrow', note: 'Hello' },
    ...block(0, { type: 'thinking', thinking: '', signature: '' }, thinking, {
      type: 'signature_delta',
      signature: 'c2ln',
    }),
    ...(text ? block(1, { type: 'text', text: '' }, { type: 'text_delta', text }) : called),
    {
      type: 'message_delta',
      delta: { stop_reason: text ? 'end_turn' : 'tool_use' },
      usage: { output_tokens: 7 },
    },
    { type: 'message_stop' },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
}

function readGemini({ tools = [], contents }) {
  const results = contents.flatMap(({ parts }) =>
    parts.flatMap((part) => JSON.stringify(part.functionResponse) ?? []),
  )
  const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations)
  return { names: declared.map(({ name }) => name), results }
}

/** Calls without IDs, STOP beside them, a chunk without parts and one without candidates. */
function writeGemini(response, { text, calls }) {
  const called = calls.map(({ name, input: args }, at) => ({
    functionCall: { name, args },
    ...(at === 0 && { thoughtSignature: 'c2ln' }),
  }))
  const chunks = [
    { candidates: [{ content: { role: 'model' }, index: 0 }] },
    { candidates: [{ content: { role: 'model', parts: text ? [{ text }] : called } }] },
    { candidates: [{ content: { parts: [{ text: '' }] }, finishReason: 'STOP' }] },
    { usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 } },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join(''))
}

const openai = { path: '/v1', catalog: { adapter: 'openai-compatible' }, read: readChat }
const sdk = (name) => ({ adapter: 'ai-sdk', options: { sdk: name } })
const vendors = {
  pieces: { ...openai, write: writePieces },
  bare: { ...openai, write: writeBare },
  claude: { path: '/v1', catalog: sdk('anthropic'), read: readClaude, write: writeClaude },
  gemini: { path: '/v1beta', catalog: sdk('google'), read: readGemini, write: writeGemini },
}
