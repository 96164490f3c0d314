import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listOpenConditions } from '@/lib/account/alerts/conditions'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { listen } from '@/lib/platform/testing/listen'
import { openCallbackQueue } from '@/lib/work/deliveries/testing'
import { watchInstallation } from './conditions'
import { readPriceFeed } from './price-feed'

const folder = mkdtempSync(join(tmpdir(), 'portico-feed-'))
const file = join(folder, 'list.json')

let now = new Date()
function later(hours: number): Date {
  now = new Date(now.getTime() + hours * 3_600_000)
  vi.spyOn(clock, 'now').mockReturnValue(now)
  return now
}

/** As LiteLLM writes it: sandbox/chat costs more than its price, and there are two models that the catalog lacks. */
const list = (more: object = {}) => ({
  sample_spec: { litellm_provider: 'one of many', mode: 'one of: chat', input_cost_per_token: 0 },
  'sandbox/chat': {
    litellm_provider: 'sandbox',
    mode: 'chat',
    input_cost_per_token: 2e-7,
    output_cost_per_token: 6e-7,
    ...more,
  },
  'sandbox/chat-pro': {
    litellm_provider: 'sandbox',
    mode: 'chat',
    input_cost_per_token: 6e-7,
    output_cost_per_token: 2.4e-6,
  },
  'sandbox/next': {
    litellm_provider: 'sandbox',
    mode: 'chat',
    input_cost_per_token: 1e-7,
    output_cost_per_token: 1e-7,
  },
  'gpt-next': {
    litellm_provider: 'openai',
    mode: 'chat',
    input_cost_per_token: 1e-6,
    output_cost_per_token: 1e-6,
  },
})
const write = (content: unknown) => writeFileSync(file, JSON.stringify(content))
const conditions = async () => (await listOpenConditions()).filter(({ isRaised }) => isRaised)
const events = async () => (await conditions()).map(({ event }) => event).sort()
const alerts = () => prisma.alert.count()
const prices = () => prisma.price.findMany({ orderBy: { id: 'asc' } })

beforeAll(async () => {
  await openCallbackQueue({ works: false })
  await applySeed(undefined)
  await loadCatalog()
})
beforeEach(() => {
  env().OUTBOUND_ALLOW = '127.0.0.1'
  later(100)
  write(list())
})
afterEach(async () => {
  await prisma.operatorCondition.deleteMany()
  await prisma.alert.deleteMany()
  await prisma.listedModel.deleteMany()
  await prisma.route.updateMany({ data: { endsOn: null } })
  await loadCatalog()
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the feed', () => {
  it('is not read where none is set', async () => {
    await readPriceFeed(undefined)
    expect(await conditions()).toEqual([])
  })

  it('alerts once of what is sold below cost and of new models of connected providers, and changes no price', async () => {
    const before = await prices()
    await Promise.all([readPriceFeed(file), readPriceFeed(file)])
    later(24)
    await readPriceFeed(file)
    expect(await events()).toEqual(['catalog.new_models', 'price.below_cost'])
    const [below, added] = (await conditions()).sort((a, b) => (a.event > b.event ? -1 : 1))
    expect(below).toMatchObject({
      severity: 'warning',
      title: 'Sold below cost at Sandbox',
      detail: expect.stringContaining('sandbox/chat (prompt $0.15 per million, cost $0.2 per million)'),
    })
    expect(below?.detail).not.toContain('chat-pro')
    expect(added?.detail).toContain('has next,')
    expect(added?.detail).not.toContain('gpt-next')
    expect(await alerts()).toBe(2)
    expect(await prices()).toEqual(before)
  })

  it('alerts again when something else is concerned', async () => {
    await readPriceFeed(file)
    later(24)
    write({
      ...list({ output_cost_per_token: 7e-7 }),
      'sandbox/newer': { ...list()['sandbox/next'] },
    })
    await readPriceFeed(file)
    expect(await alerts()).toBe(4)
    const newest = (await conditions()).filter(({ event }) => event === 'catalog.new_models')
    expect(newest.map(({ detail }) => /has (\S+),/.exec(detail)?.[1]).sort()).toEqual(['newer', 'next'])
  })

  it('is also read from a URL, and in the format of models.dev', async () => {
    const cost = { input: 0.2, output: 0.6 }
    const origin = await listen((_request, response) => {
      response.end(JSON.stringify({ sandbox: { id: 'sandbox', models: { chat: { cost } } } }))
    })
    await readPriceFeed(`${origin}/api.json`)
    expect(await events()).toEqual(['price.below_cost'])
  })

  it('keeps when routes end, which is announced and then reported', async () => {
    const end = new Date(later(0))
    end.setUTCDate(end.getUTCDate() + 20)
    const day = end.toISOString().slice(0, 10)
    write(list({ deprecation_date: day, input_cost_per_token: 1e-7 }))
    await readPriceFeed(file)
    await loadCatalog()
    const told = async () => (await conditions()).filter(({ event }) => event === 'catalog.models_end')
    await watchInstallation()
    await watchInstallation()
    expect(await told()).toMatchObject([
      { subject: `sandbox ${day}`, title: `Sandbox ends a model on ${day}`, action: { label: 'Open model' } },
    ])
    later(21 * 24)
    await watchInstallation()
    expect((await told()).map(({ title }) => title)).toContain(`Sandbox ended a model on ${day}`)
  })

  describe('that cannot be read is alerted once, and nothing else happens:', () => {
    it.each([
      ['no JSON', () => writeFileSync(file, '{"a":'), () => file, 'not JSON'],
      ['another format', () => write({ a: { b: 1 } }), () => file, 'is neither'],
      ['JSON without any list', () => write('prices'), () => file, 'is neither'],
      ['no such file', () => undefined, () => join(folder, 'none.json'), 'ENOENT'],
      ['a folder', () => undefined, () => folder, 'EISDIR'],
      ['a huge file', () => truncateSync(file, 64 * 1024 * 1024), () => file, 'larger'],
      ['an unreachable host', () => undefined, () => 'http://127.0.0.1:9/list.json', 'refused'],
      ['an address in the own network', () => undefined, () => 'https://10.0.0.1/list.json', 'public'],
    ])('%s', async (_what, prepare, source, problem) => {
      prepare()
      await readPriceFeed(source())
      later(24)
      await readPriceFeed(source())
      expect(await conditions()).toMatchObject([
        { event: 'price.list_unreadable', subject: 'CATALOG_FEED', detail: expect.stringContaining(problem) },
      ])
      expect(await alerts()).toBe(1)
    })

    it.each([
      ['another status', 404, '{}', 'status 404'],
      ['endless bytes', 200, 'endless', 'too large'],
    ])('%s', async (_what, status, body, problem) => {
      const origin = await listen((_request, response) => {
        response.writeHead(status)
        if (body !== 'endless') return response.end(body)
        const chunk = Buffer.alloc(1024 * 1024, ' ')
        const send = () => {
          while (response.write(chunk));
        }
        response.on('drain', send)
        send()
      })
      await readPriceFeed(origin)
      expect(await conditions()).toMatchObject([
        { event: 'price.list_unreadable', detail: expect.stringContaining(problem) },
      ])
    })
  })
})
