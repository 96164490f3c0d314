import type { RouteModule } from '@/lib/http/contract'
import type { FaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { openUpstreams } from '../../testing/open-upstreams'
import * as chat from './route'

/** For the tests beside it: the route in front of two scripted upstreams. */
export const path = '/v1/chat/completions'

const pricing = { prompt: '0.000001', completion: '0.000002' }
export const model = {
  modality: 'chat',
  name: 'Large',
  context_length: 8000,
  max_output_tokens: 1000,
  pricing,
}

type Settings = {
  /** Other routes over the same upstreams, in place of the default one. */
  modules?: Readonly<Record<string, RouteModule>>
  /** More providers with the same upstreams. */
  providersAt?: (first: FaultUpstream, second: FaultUpstream) => object[]
}

export function openChat({ modules = { [path]: chat }, providersAt = () => [] }: Settings = {}) {
  const provider = (id: string, { baseUrl }: FaultUpstream, models: object[]) => ({
    id,
    name: id,
    adapter: 'openai-compatible',
    base_url: baseUrl,
    models,
  })
  const both = { ...model, id: 'acme/both', upstream_id: 'large' }
  const alone = { ...model, id: 'acme/alone', upstream_id: 'alone' }
  return openUpstreams({
    modules,
    providersAt: (first, second) => [
      provider('first', first, [both, alone]),
      provider('second', second, [both]),
      ...providersAt(first, second),
    ],
  })
}

export function ask(overrides: object = {}) {
  return { model: 'acme/alone', messages: [{ role: 'user', content: 'Hello' }], ...overrides }
}

/** An upstream's answer and its stream: 10 prompt tokens, 4 completion tokens. */
export const usage = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 }
export const answer = {
  id: 'up-1',
  object: 'chat.completion',
  created: 1,
  model: 'large-2026',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi there' }, finish_reason: 'stop' }],
  usage,
}

const head = { id: 'up-1', object: 'chat.completion.chunk', created: 1, model: 'large-2026' }

export function event(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
}

export const usageEvent = `data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`
export const doneEvent = 'data: [DONE]\n\n'
export const wholeStream = [
  event({ role: 'assistant', content: '' }),
  event({ content: 'Hi' }),
  event({ content: ' there' }),
  event({}, 'stop'),
  usageEvent,
  doneEvent,
]

/** For tests: routes to Anthropic's and Google's own APIs, with prices for everything that these vendors bill. */
const vendorPricing = {
  prompt: '0.000004',
  completion: '0.00002',
  cached_prompt: '0.0000002',
  cache_write: '0.000005',
  cache_write_1h: '0.000008',
  web_search: '0.01',
}

export function openVendors(modules: Readonly<Record<string, RouteModule>>) {
  return openChat({
    modules,
    providersAt: (upstream) => {
      const vendor = (id: string, sdk: string, upstreamId: string, pricing: object) => ({
        id,
        adapter: 'ai-sdk',
        base_url: upstream.baseUrl,
        api_key_env: 'PATH',
        options: { sdk, web_search: 'native' },
        models: [
          {
            id: `acme/${id}`,
            upstream_id: upstreamId,
            max_output_tokens: 1000,
            supported_parameters: ['reasoning_effort', 'web_search'],
            pricing,
          },
        ],
      })
      const { web_search: _search, ...unpriced } = vendorPricing
      return [
        vendor('claude', 'anthropic', 'claude-sonnet-4-6', vendorPricing),
        vendor('gemini', 'google', 'gemini-3.8-flash', { ...vendorPricing, web_search: '0.014' }),
        vendor('unpriced', 'anthropic', 'claude-haiku-4-5', unpriced),
      ]
    },
  })
}
