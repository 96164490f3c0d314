import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { drawOf, hashText, type SteadyBy } from '@/lib/platform/steady-choice'
import { inTurns, keepProviderSecrets } from '@/lib/upstream/provider-secrets'
import { Conversation, sessionOf } from './conversation'
import { orderRoutes, resolveRoutes } from './resolve-routes'
import { callerWith, forgetHealth, sampleCatalog } from './testing'

type Message = { role: string; content?: unknown }

const system = { role: 'system', content: 'You are a careful programmer.' }
const user = { role: 'user', content: 'Why does the build fail?' }
const later = [
  { role: 'assistant', content: 'Let me look.' },
  { role: 'user', content: 'Well?' },
]

const hashOf = (messages: Message[], more: object = {}, session?: string, customer = 'cus_1') =>
  new Conversation(customer, { model: 'm', messages, ...more }, session).hash

describe('a conversation', () => {
  const usual = hashOf([system, user])

  it('is known by its first messages, whatever follows', () => {
    expect(hashOf([system, user, ...later])).toBe(usual)
    expect(hashOf([system, user, ...Array(5000).fill(later[0])])).toBe(usual)
    expect(hashOf([system, { role: 'user', content: [{ type: 'text', text: user.content }] }])).toBe(usual)
    expect(hashOf([{ ...system, content: 'Be brief.' }, user])).not.toBe(usual)
    expect(hashOf([system, { ...user, content: 'Why does the test fail?' }])).not.toBe(usual)
    expect(hashOf([user])).not.toBe(usual)
  })

  it('is another for another customer or model', () => {
    expect(hashOf([system, user], {}, undefined, 'cus_2')).not.toBe(usual)
    expect(hashOf([system, user], { model: 'n' })).not.toBe(usual)
    expect(hashOf([user], {}, 's', 'cus_2')).not.toBe(hashOf([user], {}, 's'))
  })

  it('is known by the ID that its client gives it', () => {
    const named = hashOf([system, user], { prompt_cache_key: 'a' })
    expect(named).not.toBe(usual)
    expect(hashOf([user], { prompt_cache_key: 'a', session_id: 'b' }, 'c')).toBe(named)
    expect(hashOf([user], { session_id: 'a' }, 'c')).toBe(named)
    expect(hashOf([user], { prompt_cache_key: '' }, 'a')).toBe(named)
    for (const name of ['x-session-id', 'x-session-affinity', 'x-claude-code-session-id'])
      expect(sessionOf({ [name]: 'a' })).toBe('a')
    expect(sessionOf({ 'x-request-id': 'a' })).toBeUndefined()
  })

  it('stays itself when what follows a cached part of the system prompt changes', () => {
    const withTime = (time: string): Message => ({
      role: 'system',
      content: [
        { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: `It is ${time}.` },
      ],
    })
    expect(hashOf([withTime('9:00'), user])).toBe(hashOf([withTime('9:01'), user]))
  })

  it('is found by a bounded part of a long prompt', () => {
    const long = `begins ${'x'.repeat(5_000_000)} ends`
    expect(hashOf([{ role: 'user', content: long }])).toBe(hashOf([{ role: 'user', content: long }]))
    expect(hashOf([{ role: 'user', content: `${long}.` }])).not.toBe(
      hashOf([{ role: 'user', content: long }]),
    )
    const parts = Array(1000).fill({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } })
    expect(hashOf([{ role: 'user', content: parts }])).toBe(hashOf([{ role: 'user', content: parts }]))
  })

  it('never fails, whatever its messages contain', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ role: fc.string(), content: fc.anything() })), (messages) =>
        Number.isInteger(hashOf([{ role: 'user', content: undefined }, ...messages])),
      ),
    )
  })
})

describe('equals', () => {
  beforeEach(forgetHealth)
  const [sample] = sampleCatalog.models.get('big')?.routes ?? []
  if (sample === undefined) throw new Error('there is no route')
  const routeWith = (routeId: string, weight = 1) => ({ ...sample, routeId, weight, priority: 0 })
  const conversations = Array.from({ length: 4000 }, (_, index) => ({ hash: hashText(`one ${index}`) }))

  it('share the conversations by weight; if one is gone, only its own go elsewhere', () => {
    const all = [routeWith('light'), routeWith('heavy', 3), routeWith('middle', 2)]
    const firstOf = (routes: typeof all) =>
      conversations.map((one) => orderRoutes(routes, { order: [], sort: null }, one)[0]?.routeId)
    const before = firstOf(all)
    const shareOf = (id: string) => before.filter((one) => one === id).length / conversations.length
    expect(shareOf('light')).toBeCloseTo(1 / 6, 1)
    expect(shareOf('middle')).toBeCloseTo(2 / 6, 1)
    expect(shareOf('heavy')).toBeCloseTo(3 / 6, 1)
    expect(firstOf(all.toReversed())).toEqual(before)
    const after = firstOf(all.filter(({ routeId }) => routeId !== 'heavy'))
    for (const [index, id] of before.entries()) if (id !== 'heavy') expect(after[index]).toBe(id)
  })

  it('do not come before an order, a sort or a priority', () => {
    const conversation = { hash: 7 }
    const tried = (provider: object) =>
      resolveRoutes(
        callerWith({}),
        { model: 'big', modality: 'chat', provider, conversation },
        sampleCatalog,
      ).routes.map(({ routeId }) => routeId)
    expect(tried({})).toEqual(['big@east', 'big@west', 'big@north'])
    expect(tried({ order: ['north'] })[0]).toBe('big@north')
    expect(tried({ sort: 'price' })[0]).toBe('big@west')
  })

  it('draw evenly and independently of each other', () => {
    const wins = { a: 0, b: 0, c: 0 }
    for (const one of conversations) {
      const [best] = (['a', 'b', 'c'] as const).toSorted((x, y) => drawOf(x, one) - drawOf(y, one))
      if (best) wins[best]++
    }
    for (const count of Object.values(wins)) expect(count / conversations.length).toBeCloseTo(1 / 3, 1)
  })
})

/**
 * 50 conversations of 20 turns over three keys of one provider, in mixed order. The provider caches what each key has sent: a
 * turn's cached tokens are those of the longest earlier turn of its conversation with the same key.
 */
describe('a replay of 1,000 agent turns over 3 keys', () => {
  const TURNS = 20
  const FIRST_TOKENS = 12_000
  const TOKENS_A_TURN = 1_500

  async function replay(conversationOf: (index: number) => SteadyBy | undefined) {
    const keys = ['one', 'two', 'three'].map((id) => ({
      id: `pkey_${id}`,
      secret: id,
      isRefused: false,
      storeRefusal: () => undefined,
    }))
    keepProviderSecrets(new Map([['acme', { keys, headers: {}, revision: '1' }]]))
    const cached = new Map<string, number>()
    const turnsOf = Array<number>(50).fill(0)
    const sum = { hits: 0, cachedTokens: 0, tokens: 0 }
    let seed = 1
    for (let turn = 0; turn < 50 * TURNS; turn++) {
      const open = turnsOf.flatMap((turns, index) => (turns < TURNS ? [index] : []))
      seed = (seed * 48_271) % 2_147_483_647
      const index = open[seed % open.length] ?? 0
      const before = turnsOf[index] ?? 0
      turnsOf[index] = before + 1
      const tokens = FIRST_TOKENS + before * TOKENS_A_TURN
      await inTurns(
        keys,
        'm',
        async ({ id }) => {
          const known = cached.get(`${index} ${id}`) ?? 0
          cached.set(`${index} ${id}`, tokens)
          sum.tokens += tokens
          sum.cachedTokens += known
          if (before > 0 && known === tokens - TOKENS_A_TURN) sum.hits++
        },
        conversationOf(index),
      )
    }
    // A cached token costs a tenth.
    const cost = (sum.tokens - 0.9 * sum.cachedTokens) / sum.tokens
    const percent = (share: number) => Math.round(share * 100)
    return { hits: sum.hits, cached: percent(sum.cachedTokens / sum.tokens), cost: percent(cost) }
  }

  it('in turns', async () => {
    expect(await replay(() => undefined)).toEqual({ hits: 315, cached: 79, cost: 29 })
  })

  it('with each conversation at its key', async () => {
    const conversations = Array.from(
      { length: 50 },
      (_, index) =>
        new Conversation('cus_1', { messages: [system, { ...user, content: `Task ${index}` }] }, undefined),
    )
    expect(await replay((index) => conversations[index])).toEqual({ hits: 950, cached: 92, cost: 17 })
  })
})
