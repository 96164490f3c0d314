import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hashText, type SteadyBy } from '@/lib/platform/steady-choice'
import { videosInTurns, videosWithoutTurns } from '@/lib/upstream/provider-secrets'
import { UpstreamError } from './contract/upstream-error'
import type { VideoModel } from './contract/video-model'
import { firstKey, inTurns, keepProviderSecrets, type ProviderKey } from './provider-secrets'
import { videoCall } from './testing/video-call'

let count = 0
/** The provider’s keys, as they are read from the database. */
function keep(...refused: boolean[]) {
  count++
  const keys = refused.map((isRefused, index) => ({
    id: `pkey_${count}x${index}`,
    secret: `secret ${index}`,
    isRefused,
    storeRefusal: vi.fn(),
  }))
  keepProviderSecrets(new Map([['acme', { keys, headers: {}, revision: String(count) }]]))
  return keys
}

/** Calls as a caller does; which keys were used, and the outcome. */
async function ask(
  keys: readonly ProviderKey[],
  outcomes: Record<string, UpstreamError> = {},
  model = 'm',
  conversation?: SteadyBy,
) {
  const asked: string[] = []
  const call = async ({ secret }: ProviderKey) => {
    asked.push(secret)
    if (outcomes[secret]) throw outcomes[secret]
    return secret
  }
  const result = await inTurns(keys, model, call, conversation).catch((error: unknown) => error)
  return { asked, result }
}

const refusal = new UpstreamError('failed', { status: 401 })
const limit = (retryAfterSeconds?: number) =>
  new UpstreamError('rate_limited', { status: 429, retryAfterSeconds })

describe('keys in turns', () => {
  it('share the calls', async () => {
    const keys = keep(false, false, false)
    const asked = new Set<unknown>()
    for (let call = 0; call < 3; call++) asked.add((await ask(keys)).result)
    expect(asked.size).toBe(3)
  })

  it('share the conversations, each of which stays, also after its key was at its limit', async () => {
    const keys = keep(false, false, false)
    const conversations = Array.from({ length: 3000 }, (_, index) => ({ hash: hashText(`one ${index}`) }))
    const keyOf = async (conversation: SteadyBy) => (await ask(keys, {}, 'm', conversation)).result
    const before = await Promise.all(conversations.map(keyOf))
    for (const { secret } of keys)
      expect(before.filter((key) => key === secret).length / 3000).toBeCloseTo(1 / 3, 1)
    expect(await Promise.all(conversations.map(keyOf))).toEqual(before)

    const [first] = conversations
    const [usual] = before
    if (first === undefined) throw new Error('there is no conversation')
    const { asked, result } = await ask(keys, { [String(usual)]: limit(60) }, 'm', first)
    expect(asked).toEqual([usual, result])
    const during = await Promise.all(conversations.map(keyOf))
    for (const [index, key] of during.entries())
      if (before[index] === usual) expect(key).not.toBe(usual)
      else expect(key).toBe(before[index])
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 61_000)
    expect(await Promise.all(conversations.map(keyOf))).toEqual(before)
    vi.restoreAllMocks()
  })

  it('one that is refused is noted once and left out; with all refused each is tried, and one that serves a minute later is noted', async () => {
    const keys = keep(false, false)
    for (let call = 0; call < 4; call++)
      expect((await ask(keys, { 'secret 0': refusal })).result).toBe('secret 1')
    expect(keys[0]?.storeRefusal.mock.calls).toEqual([[true]])
    expect(keys[1]?.storeRefusal).not.toHaveBeenCalled()
    expect(await ask(keys, { 'secret 0': refusal, 'secret 1': refusal })).toMatchObject({ result: refusal })
    const secondServes = { asked: ['secret 0', 'secret 1'], result: 'secret 1' }
    expect(await ask(keys, { 'secret 0': refusal })).toEqual(secondServes)
    expect(keys[1]?.storeRefusal.mock.calls).toEqual([[true]])
    const later = performance.now() + 61_000
    vi.spyOn(performance, 'now').mockReturnValue(later)
    expect(await ask(keys, { 'secret 0': refusal })).toEqual(secondServes)
    expect(keys[1]?.storeRefusal.mock.calls).toEqual([[true], [false]])
  })

  it('one at its limit rests for that model; with all at theirs nothing is sent before the first is free', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(1000) // whole, so that seconds left are
    const keys = keep(false, false)
    const both = { 'secret 0': limit(60), 'secret 1': limit(20) }
    const { asked, result } = await ask(keys, both)
    expect(asked).toHaveLength(2)
    expect(result).toMatchObject({ fault: 'rate_limited', retryAfterSeconds: 20 })
    expect(await ask(keys)).toMatchObject({
      asked: [],
      result: { fault: 'rate_limited', retryAfterSeconds: 20 },
    })
    expect((await ask(keys, {}, 'another')).asked).toHaveLength(1)
  })

  it('a limit of the only key is told as it is', async () => {
    const keys = keep(false)
    const error = limit(60)
    expect((await ask(keys, { 'secret 0': error })).result).toBe(error)
    expect((await ask(keys)).result).toBe('secret 0')
  })

  it('what is no fault of the key is not tried again', async () => {
    const keys = keep(false, false)
    for (const error of [
      new UpstreamError('rejected', { status: 400 }),
      new UpstreamError('rejected', { status: 403, code: 'content_policy_violation' }),
      new UpstreamError('failed', { status: 500 }),
      new UpstreamError('timeout'),
    ]) {
      const { asked, result } = await ask(keys, { 'secret 0': error, 'secret 1': error })
      expect(asked).toHaveLength(1)
      expect(result).toBe(error)
    }
    expect(keys[0]?.storeRefusal).not.toHaveBeenCalled()
  })

  it('what concerns no model is asked with the first that is accepted', () => {
    const [, second] = keep(true, false)
    const secrets = { keys: keep(true, false), headers: {}, revision: '' }
    expect(firstKey(secrets)?.secret).toBe(second?.secret)
    expect(firstKey({ ...secrets, keys: [] })).toBeUndefined()
  })
})

describe('videos in turns', () => {
  let asked: string[] = []
  const adapter = (secret: string): VideoModel => ({
    start: async ({ draftOf }) => {
      asked.push(`${secret} starts ${draftOf}`)
      return { handle: 'task 1\nwith more' }
    },
    status: async (handle) => {
      asked.push(`${secret} ${JSON.stringify(handle)}`)
      return { state: 'running', progress: null }
    },
    cancel: async () => 'gone',
  })
  beforeEach(() => {
    asked = []
  })

  it('are followed with the key that began them, and finished with it; without it with another', async () => {
    const [first, second] = keep(false, false)
    if (first === undefined || second === undefined) throw new Error('there are two')
    const of = ({ secret }: ProviderKey) => adapter(secret)
    const both = videosInTurns({ keys: [first, second], of })
    const { signal } = new AbortController()
    const { handle } = await both.start(videoCall())
    const own = handle.startsWith(second.id) ? second.secret : first.secret
    for (let poll = 0; poll < 2; poll++) await both.status(handle, signal)
    await both.start({ ...videoCall(), draftOf: handle })
    const polled = `${own} ${JSON.stringify('task 1\nwith more')}`
    expect(asked).toEqual([`${own} starts null`, polled, polled, `${own} starts task 1\nwith more`])
    asked = []
    await videosInTurns({ keys: [first], of }).status(`pkey_gone ${'task 9'}`, signal)
    await videosInTurns({ keys: [first], of }).status('task 8', signal)
    await videosWithoutTurns(adapter('environment')).status(handle, signal)
    expect(asked).toEqual([
      'secret 0 "task 9"',
      'secret 0 "task 8"',
      `environment ${JSON.stringify('task 1\nwith more')}`,
    ])
  })
})
