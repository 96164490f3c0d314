import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { buildSnapshot, type CatalogSnapshot } from '@/lib/catalog/models/catalog-snapshot'
import { catalogSnapshot } from '@/lib/catalog/models/read-snapshot'
import { readingOf } from '@/lib/gateway/calls/charged-call'
import { callerWith } from '@/lib/gateway/routing/testing'
import { parsePrice, totalNanosOf } from '@/lib/money/prices/price'
import { costOf } from '@/lib/money/usage/usage-row'
import { AppError } from '@/lib/platform/errors'
import { boundPromptTokens } from '@/lib/upstream/prompt-tokens'
import { worstCase, worstCaseOf } from '../create-completion'
import { ChatRequest } from '../schema'
import { fitted, planCall } from './plan-call'
import { UpstreamRequests } from './upstream-request'
import { CONTEXT_SLACK, tierAsked, toUsed } from './usage'

const offered = vi.hoisted(() => ({ snapshot: undefined as CatalogSnapshot | undefined }))
vi.mock(import('@/lib/catalog/models/read-snapshot'), async (load) => {
  const real = await load()
  const catalogSnapshot = () => offered.snapshot ?? real.catalogSnapshot()
  return {
    ...real,
    catalogSnapshot,
    findModelOf: (customerId, id, snapshot = catalogSnapshot()) => real.findModelOf(customerId, id, snapshot),
    findProvider: (id) => catalogSnapshot().providers.get(id),
  }
})

/** One model at one upstream, or at several. */
function offer(route: object, pricing: object, modelId = 'm', ...others: object[]) {
  const known = {
    name: 'm',
    description: null,
    supportedParameters: [],
    contextLength: null,
    maxOutputTokens: null,
  }
  const provider = { name: 'p', adapter: 'openai-compatible', baseUrl: 'https://p.example/v1', enabled: true }
  const snapshot = buildSnapshot(
    {
      providers: [{ ...provider, id: 'p', baseUrlEnv: null, apiKeyEnv: null, options: {}, policies: {} }],
      models: [
        { ...known, id: modelId, modality: 'chat', ownedBy: 'a', capabilities: {}, createdAt: new Date(0) },
      ],
      routes: [route, ...others].map((own, priority) => ({
        id: `${modelId}@p${priority}`,
        modelId,
        providerId: 'p',
        upstreamId: 'up',
        priority,
        weight: 1,
        supportedParameters: [],
        contextLength: null,
        maxOutputTokens: null,
        ...own,
        price: { id: 'price_1', version: 1, pricing },
      })),
    },
    () => undefined,
  )
  offered.snapshot = snapshot
}

const rate = fc.nat({ max: 1000 }).map((nanos) => `0.${String(nanos).padStart(9, '0')}`)
const none = { nil: undefined }
const tokenRates = fc.record(
  {
    prompt: rate,
    completion: rate,
    cached_prompt: rate,
    cache_write: rate,
    cache_write_1h: rate,
    image_input: rate,
    audio_input: rate,
    cached_audio_input: rate,
    image_output: rate,
    audio_output: rate,
  },
  { requiredKeys: ['prompt', 'completion'] },
)
const tiered = fc
  .tuple(tokenRates, fc.option(fc.array(tokenRates, { minLength: 1, maxLength: 3 }), none), fc.boolean())
  .map(([rates, longer, graduated]) => ({
    ...rates,
    ...(longer && {
      tiers: longer.map((tier, at) => ({ ...tier, above_prompt_tokens: 500 * 2 ** at })),
      graduated,
    }),
  }))
const nights = tiered.map((rates) => [{ ...rates, from: '16:30', to: '00:30', timezone: 'Asia/Shanghai' }])
const anyPricing = fc
  .tuple(
    tiered,
    fc.record({ web_search: rate, request: rate }, { requiredKeys: [] }),
    fc.record({ flex: tiered, batch: tiered }, { requiredKeys: [] }),
    fc.option(nights, none),
  )
  .map(([rates, more, service_tier, hours]) => ({ ...rates, ...more, service_tier, ...(hours && { hours }) }))
const anyRoute = fc.record({
  contextLength: fc.option(fc.integer({ min: 50, max: 200_000 })),
  maxOutputTokens: fc.option(fc.integer({ min: 1, max: 100_000 })),
  supportedParameters: fc.constantFrom([], ['max_tokens'], ['max_completion_tokens']),
})
const media: Record<string, object> = {
  image: { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
  sound: { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
  file: { type: 'file', file: { file_data: 'AAAA' } },
}
const limit = fc.option(fc.integer({ min: 1, max: 300_000 }))
const mark = fc.option(fc.constantFrom({ type: 'ephemeral' }, { type: 'ephemeral', ttl: '1h' }), none)
const anyRequest = fc
  .record({
    text: fc.string({ unit: 'binary', minLength: 1, maxLength: 3000 }),
    parts: fc.subarray(['image', 'sound', 'file']),
    max_tokens: limit,
    max_completion_tokens: limit,
    n: fc.integer({ min: 1, max: 4 }),
    cache_control: mark,
    service_tier: fc.constantFrom(undefined, 'auto', 'flex'),
    modalities: fc.constantFrom(undefined, ['text'], ['text', 'audio']),
    web_search_options: fc.constantFrom(undefined, {}),
    max_searches: fc.option(fc.integer({ min: 1, max: 20 }), none),
  })
  .map(({ text, parts, ...fields }) => {
    const content = parts.length === 0 ? text : [{ type: 'text', text }, ...parts.map((name) => media[name])]
    return ChatRequest.parse({ model: 'm', messages: [{ role: 'user', content }], ...fields })
  })
/** The upstream's behaviour: which limit it keeps to, and how much of its allowance it uses. */
const share = fc.double({ min: 0, max: 1, noNaN: true })
const anyUpstream = fc.record({
  heeds: fc.constantFrom('max_tokens', 'max_completion_tokens'),
  prompt: share,
  cached: share,
  seen: share,
  heard: share,
  drawn: share,
  isBatch: fc.boolean(),
  arrivedAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
  written: share,
  hour: share,
  completion: share,
  audio: share,
  searches: share,
  tier: fc.constantFrom(undefined, 'flex', 'default', 'scale'),
})

/** Undefined if refused. */
function planOf(request: ChatRequest) {
  try {
    return fitted(planCall(callerWith({}), request))
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return undefined
    throw error
  }
}

it('no answer costs more than its hold, however the upstream reads the limit', () => {
  let planned = 0
  const check = fc.property(anyRoute, anyPricing, anyRequest, anyUpstream, (given, pricing, request, up) => {
    offer(given, pricing)
    const plan = planOf(request)
    if (plan === undefined) return
    planned++
    const [route] = catalogSnapshot().models.get('m')?.routes ?? []
    if (route === undefined) throw new Error('there is no route')
    const { request: sent } = new UpstreamRequests(plan).at(route)
    const limits = [sent.max_tokens, sent.max_completion_tokens].filter((one) => typeof one === 'number')
    const heeded = typeof sent[up.heeds] === 'number' ? Number(sent[up.heeds]) : limits[0]
    const longest = Math.min(
      ...[heeded, given.maxOutputTokens, given.contextLength].map((one) => one ?? Number.POSITIVE_INFINITY),
    )
    expect(longest).toBeLessThan(Number.POSITIVE_INFINITY)
    const bound = boundPromptTokens(request)
    const believed = Math.min(bound, CONTEXT_SLACK * (given.contextLength ?? bound))
    const prompt = Math.floor(believed * up.prompt)
    const completion = Math.floor(longest * up.completion) * (request.n ?? 1)
    const written = Math.floor(prompt * up.written)
    const isHour = request.cache_control?.ttl === '1h'
    const counted = {
      usageSource: 'upstream' as const,
      usage: {
        prompt_tokens: prompt,
        completion_tokens: completion,
        prompt_tokens_details: {
          cached_tokens: Math.floor((prompt - written) * up.cached),
          image_tokens: Math.floor(prompt * up.seen),
          audio_tokens: Math.floor(prompt * up.heard),
          cached_audio_tokens: Math.floor(prompt * up.heard * up.cached),
          cache_write_tokens: written,
          cache_write_1h_tokens: isHour ? Math.floor(written * up.hour) : 0,
        },
        completion_tokens_details: {
          audio_tokens: Math.floor(completion * up.audio),
          image_tokens: Math.floor(completion * up.drawn),
        },
        ...(request.web_search_options && {
          server_tool_use: { web_search_requests: Math.round((request.max_searches ?? 5) * up.searches) },
        }),
      },
    }
    const used = toUsed(route, request, counted, up.tier)
    const serviceTier = up.isBatch && tierAsked(request) === null ? 'batch' : used.serviceTier
    const reading = readingOf('chat', { route, attempts: [] }, { ...used, serviceTier })
    expect(costOf(reading, up.arrivedAt)).toBeLessThanOrEqual(
      worstCase(plan.request, plan.routes, () => bound),
    )
  })
  fc.assert(check, { numRuns: 1000 })
  expect(planned).toBeGreaterThan(300)
})

const price = parsePrice({
  prompt: '0.000004',
  cached_prompt: '0.0000002',
  cache_write: '0.000005',
  cache_write_1h: '0.000008',
  completion: '0.00002',
  web_search: '0.01',
})
const bounds = { promptTokens: 1000, completionTokens: 0 }
const text = (cache_control?: object) => ({ type: 'text', text: 'Hi', cache_control })
const request = (fields: object) =>
  ChatRequest.parse({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...fields })
const turn = (...content: object[]) => ({ messages: [{ role: 'user', content }] })
const marks: Record<string, object> = {
  'on the request': { cache_control: { type: 'ephemeral' } },
  'on a part': turn(text(), text({ type: 'ephemeral', ttl: '5m' })),
  'on a tool': {
    tools: [{ type: 'function', function: { name: 'f' }, cache_control: { type: 'ephemeral' } }],
  },
  'on a call': {
    messages: [
      {
        role: 'assistant',
        tool_calls: [
          {
            id: 'c',
            type: 'function',
            function: { name: 'f', arguments: '{}' },
            cache_control: { type: 'ephemeral' },
          },
        ],
      },
    ],
  },
}

describe('the most that a request can cost', () => {
  it('is its prompt at the plain price', () => {
    expect(worstCaseOf(request(turn(text())))(price, bounds)).toBe(4_000_000n)
  })

  it.each(Object.entries(marks))('has all of it written to the cache, with a mark %s', (_where, fields) => {
    expect(worstCaseOf(request(fields))(price, bounds)).toBe(5_000_000n)
  })

  it('is for an hour if one mark says so', () => {
    const fields = turn(text({ type: 'ephemeral' }), text({ type: 'ephemeral', ttl: '1h' }))
    expect(worstCaseOf(request(fields))(price, bounds)).toBe(8_000_000n)
  })

  it('includes five searches, or as many as the request allows', () => {
    expect(worstCaseOf(request({ web_search: true }))(price, bounds)).toBe(54_000_000n)
    expect(worstCaseOf(request({ enable_search: true, max_searches: 2 }))(price, bounds)).toBe(24_000_000n)
    expect(worstCaseOf(request({ max_searches: 2 }))(price, bounds)).toBe(4_000_000n)
  })

  it('covers any mix of cache reads and writes', () => {
    const part = fc.nat({ max: 1000 })
    const rates = fc.array(fc.nat({ max: 999 }), { minLength: 4, maxLength: 4 })
    const hold = worstCaseOf(request({ cache_control: { type: 'ephemeral', ttl: '1h' } }))
    fc.assert(
      fc.property(rates, part, part, part, ([prompt, read, write, hour], ...used) => {
        const [cachedTokens, cacheWriteTokens, cacheWriteHourTokens] = used
        const rate = (thousandths = 0) => `0.${String(thousandths).padStart(3, '0')}`
        const any = parsePrice({
          prompt: rate(prompt),
          cached_prompt: rate(Math.min(read ?? 0, prompt ?? 0)),
          cache_write: rate(write),
          cache_write_1h: rate(hour),
        })
        const real = { promptTokens: 1000, cachedTokens, cacheWriteTokens, cacheWriteHourTokens }
        expect(hold(any, bounds) >= totalNanosOf(any, real)).toBe(true)
      }),
    )
  })
})
