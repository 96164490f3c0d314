import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '@/lib/api-keys/create-key'
import { grantCredit } from '@/lib/billing/grant-credit'
import { readBalance } from '@/lib/billing/read-balance'
import { applySeed } from '@/lib/catalog/apply-seed'
import { loadCatalog } from '@/lib/catalog/read-snapshot'
import type { RouteModule } from '@/lib/http/route-table'
import { type Door, nodeDoorOf, webDoorOf } from '@/lib/http/testing/doors'
import { newAccountOwner } from '@/lib/identity/testing/new-account-owner'
import { env } from '@/lib/platform/env'
import { parseUsd } from '@/lib/platform/money'
import { type FaultUpstream, startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { listRecent } from '@/lib/usage/list-recent'
import { RecentQuery } from '@/lib/usage/schema'
import * as chat from './route'

/** For the tests beside it: the route behind both doors, before two upstreams that do as they are told. */
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
  /** Other routes over the same upstreams stand in its place where they are given. */
  modules?: Readonly<Record<string, RouteModule>>
  /** More providers before the same upstreams. */
  providersAt?: (first: FaultUpstream, second: FaultUpstream) => object[]
}

export async function openChat({
  modules = { [path]: chat },
  providersAt = () => [],
}: Settings = {}): Promise<{
  doors: [string, Door][]
  first: FaultUpstream
  second: FaultUpstream
  close: () => Promise<void>
}> {
  const [first, second] = await Promise.all([startFaultUpstream(), startFaultUpstream()])
  const file = join(env().DATA_DIR, 'providers.json')
  const provider = (id: string, baseUrl: string, models: object[]) => ({
    id,
    name: id,
    adapter: 'openai-compatible',
    base_url: baseUrl,
    models,
  })
  const both = { ...model, id: 'acme/both', upstream_id: 'large' }
  const alone = { ...model, id: 'acme/alone', upstream_id: 'alone' }
  const providers = [
    provider('first', first.baseUrl, [both, alone]),
    provider('second', second.baseUrl, [both]),
    ...providersAt(first, second),
  ]
  writeFileSync(file, JSON.stringify(providers))
  await applySeed(file)
  await loadCatalog()
  const node = await nodeDoorOf(modules)
  return {
    doors: [
      ['web', webDoorOf(modules)],
      ['node', node.door],
    ],
    first,
    second,
    close: async () => {
      node.close()
      await Promise.all([first.stop(), second.stop()])
    },
  }
}

export async function newCustomer(usd = '1') {
  const owner = await newAccountOwner()
  const amountNanos = parseUsd(usd) ?? 0n
  if (amountNanos > 0n)
    await grantCredit({ customerId: owner.customerId, amountNanos, key: `grant:${owner.customerId}` })
  const keyWith = async (settings: object = {}) => (await createKey(owner, { name: 'test', ...settings })).key
  return {
    owner,
    keyWith,
    key: await keyWith(),
    rows: async () => (await listRecent(owner, RecentQuery.parse({}))).items,
    balance: () => readBalance(owner),
  }
}

export function post(
  key: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): RequestInit {
  return {
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  }
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
