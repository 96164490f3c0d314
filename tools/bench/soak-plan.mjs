// What request number `n` of the soak is, and what an upstream does with it. Both follow from the number, so that client, upstreams and
// audit agree without communicating.

/** A number from 0 to 1 that depends only on the text. */
export function drawOf(text) {
  let hash = 2_166_136_261
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** USD per token. Each provider has a price of its own, so that a bill shows who was paid. */
export const PROVIDERS = {
  north: { prompt: '0.0000001', completion: '0.0000004' },
  east: { prompt: '0.00000015', completion: '0.0000005' },
  west: { prompt: '0.0000002', completion: '0.0000006' },
}

/** Which providers serve which models. */
export const MODELS = {
  'soak/shared': ['north', 'east', 'west'],
  'soak/alone': ['north'],
  'soak/other': ['east'],
}

/** The entries of PROVIDERS_FILE for upstreams at `origin`. */
export function providersAt(origin) {
  const served = Object.entries(PROVIDERS).map(([id, pricing]) => ({
    id,
    adapter: 'openai-compatible',
    base_url: `${origin}/${id}/v1`,
    options: { timeouts: { first_byte_seconds: 10, answer_seconds: 10, idle_seconds: 10 } },
    models: Object.entries(MODELS)
      .filter(([, servedBy]) => servedBy.includes(id))
      // One priority: the providers share the calls.
      .map(([model]) => ({
        id: model,
        upstream_id: 'up',
        context_length: 8000,
        max_output_tokens: 64,
        pricing,
        priority: 1,
      })),
  }))
  const dripping = {
    id: 'dripping',
    adapter: 'openai-compatible',
    base_url: `${origin}/dripping/v1`,
    options: { timeouts: { first_byte_seconds: 3, answer_seconds: 3, idle_seconds: 3 } },
    models: [
      {
        id: 'soak/dripping',
        upstream_id: 'up',
        context_length: 8000,
        max_output_tokens: 64,
        pricing: PROVIDERS.north,
      },
    ],
  }
  return [...served, dripping]
}

const KINDS = [
  [0.4, 'whole'],
  [0.7, 'stream'],
  [0.8, 'stream-usage'],
  [0.88, 'whole-tools'],
  [0.95, 'stream-tools'],
  [1, 'abort'],
]

export function requestOf(n) {
  const kind = KINDS.find(([end]) => drawOf(`kind ${n}`) < end)[1]
  const model = drawOf(`model ${n}`)
  const words = 5 + Math.floor(drawOf(`words ${n}`) * 60)
  return {
    n,
    kind,
    isStream: kind.startsWith('stream') || kind === 'abort',
    hasTools: kind.endsWith('tools'),
    body: {
      model: model < 0.6 ? 'soak/shared' : 'soak/alone',
      // A third of those with one provider may go to another model.
      ...(model > 0.87 ? { models: ['soak/other'] } : {}),
      messages: [{ role: 'user', content: 'word '.repeat(words).trim() }],
      max_tokens: 64,
      seed: n,
      stream: kind.startsWith('stream') || kind === 'abort',
      ...(kind === 'stream-usage' ? { stream_options: { include_usage: true } } : {}),
      ...(kind.endsWith('tools') ? { tools: TOOLS } : {}),
    },
  }
}

const TOOLS = [
  {
    type: 'function',
    function: { name: 'look_up', parameters: { type: 'object', properties: { word: { type: 'string' } } } },
  },
]

/** Before the client has read anything: another route may mend these. */
const EARLY = ['500', '503', '429', '401', 'reset', 'hang-up', 'html', 'nonsense']
/** After it has: nothing may. Whole answers know none of these. */
const LATE = ['cut', 'closed', 'in-band', 'malformed']
/** No failures: the answer is good, what it says of its tokens is not. */
const MISCOUNTS = ['usage missing', 'usage negative', 'usage huge', 'usage text']

/** `fine`, or the fault that this provider has for this request. */
export function faultOf(n, provider, share) {
  if (drawOf(`fault ${n} ${provider}`) >= share) return 'fine'
  const { isStream, kind } = requestOf(n)
  if (drawOf(`rare ${n} ${provider}`) < 0.004) return drawOf(`which ${n}`) < 0.5 ? 'wait' : 'stall'
  const faults =
    kind === 'abort' ? EARLY : isStream ? [...EARLY, ...LATE, ...MISCOUNTS] : [...EARLY, ...MISCOUNTS]
  return faults[Math.floor(drawOf(`fault kind ${n} ${provider}`) * faults.length)]
}

export const isMiscount = (fault) => MISCOUNTS.includes(fault)

/** What the upstream says that a good answer used. */
export function usageOf(n, provider) {
  const prompt_tokens = 10 + Math.floor(drawOf(`prompt ${n} ${provider}`) * 100)
  const completion_tokens = 1 + Math.floor(drawOf(`completion ${n} ${provider}`) * 60)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

/** The text of every answer; those of a tool call stand in its arguments. */
export const WORDS = ['The', ' answer', ' is', ' forty', '-two', '.']
export const ARGUMENTS = '{"word":"forty-two"}'
