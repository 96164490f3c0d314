import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listKeys } from '@/lib/api-keys/list-keys'
import { flushLedgerBriefly } from '@/lib/billing/ledger'
import { readBalance } from '@/lib/billing/read-balance'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { cancelRun } from './cancel-run'
import { forgetRunKey } from './forget-run-key'
import { findSuite } from './internal/find-suite'
import { listBenchmarkScores } from './list-benchmark-scores'
import { listResults } from './list-results'
import { readRun } from './read-run'
import { inTransaction } from './repository'
import { resumeRun } from './resume-run'
import { newOperator, openTestbed, perform, start } from './testing/open-testbed'

const { upstream, close } = await openTestbed()
afterAll(close)

let operator: Caller
beforeEach(async () => {
  operator = await newOperator()
  upstream.asked.length = 0
  upstream.knows(() => 'right')
})

const resume = (id: string) => inTransaction((transaction) => resumeRun(operator, id, transaction))
const itemsOf = (suite: 'reasoning') => findSuite(suite).items
const keysOf = async () => (await listKeys(operator)).data
const suitesOf = async (id: string) => (await readRun(id)).suites

describe('a run of a whole suite', () => {
  let id: string
  let asker: Caller
  beforeAll(async () => {
    const right = new Set(
      itemsOf('reasoning')
        .slice(0, 31)
        .map((item) => item.id),
    )
    upstream.knows((item) => (right.has(item.id) ? 'right' : 'wrong'))
    asker = await newOperator()
    id = (await start(asker, { suites: ['reasoning'] })).id
    await perform(id)
  })

  it('stores exactly the share of the items that were right, with its interval and cost', async () => {
    const run = await readRun(id)
    expect(run).toMatchObject({ status: 'completed', items: 46, done: 46, is_ranked: true })
    expect(run.providers).toEqual(['acme'])
    expect(run.suites).toEqual([
      {
        id: 'reasoning',
        category: 'Reasoning and arithmetic',
        version: 1,
        items: 46,
        passed: 31,
        failed: 15,
        unanswered: 0,
        score: 67.39,
        low: 52.97,
        high: 79.13,
        cost: '0.005520', // 46 × (100 × 1000 + 10 × 2000) nanos
        latency_p50_ms: expect.any(Number),
      },
    ])
  })

  it('is ranked for everybody, with its source', async () => {
    expect(await listBenchmarkScores()).toEqual([
      {
        category: 'Reasoning and arithmetic',
        items: [
          {
            rank: 1,
            model_id: 'acme/known',
            score: 67.39,
            metric: '% of items passed',
            samples: 46,
            low: 52.97,
            high: 79.13,
            source: 'portico-reasoning@1',
            source_url: 'http://localhost:3000/docs/benchmarks',
            licence: null,
            as_of: (await readRun(id)).finished_at,
          },
        ],
      },
    ])
  })

  it('is paid by whoever asked for it', async () => {
    await flushLedgerBriefly()
    expect((await readBalance(asker)).balance).toBe('24.994480')
  })
})

describe('a run', () => {
  it('passes every reference of every suite, tools and schemas included', async () => {
    const { id } = await start(operator, { concurrency: 8 })
    await perform(id)
    const missed = (await listResults(id, { outcome: 'failed' })).data
    expect(missed).toEqual([])
    for (const suite of await suitesOf(id)) expect(suite).toMatchObject({ score: 100, passed: suite.items })
  }, 120_000)

  it('asks with a key of its own, for this model alone, and revokes it', async () => {
    const { id } = await start(operator, { suites: ['reasoning'], limit: 2 })
    const [key] = await keysOf()
    expect(key).toMatchObject({
      name: 'Benchmark of acme/known',
      allowed_models: ['acme/known'],
      scopes: ['inference'],
    })
    await perform(id)
    expect(await keysOf()).toEqual([])
    expect(await prisma.benchmarkRun.findUniqueOrThrow({ where: { id } })).toMatchObject({ sealedKey: null })
  })

  it('of a part of a suite is kept and not ranked', async () => {
    const before = await listBenchmarkScores()
    const { id } = await start(operator, { suites: ['reasoning'], limit: 3 })
    await perform(id)
    expect(await readRun(id)).toMatchObject({ status: 'completed', is_ranked: false, items: 3, done: 3 })
    expect(await listBenchmarkScores()).toEqual(before)
  })

  it('goes on after its worker was killed, without asking or counting anything twice', async () => {
    const { id } = await start(operator, { suites: ['reasoning'], concurrency: 1 })
    const killed = new AbortController()
    upstream.knows(() => {
      if (upstream.asked.length === 10) killed.abort(new Error('killed'))
      return 'right'
    })
    await expect(perform(id, killed.signal)).rejects.toThrow('killed')
    const [suite] = await suitesOf(id)
    expect(suite?.passed).toBeGreaterThanOrEqual(9)
    expect((await readRun(id)).status).toBe('running')
    upstream.knows(() => 'right')
    await perform(id)
    expect(await readRun(id)).toMatchObject({ status: 'completed', done: 46 })
    expect(await suitesOf(id)).toMatchObject([{ passed: 46, failed: 0 }])
    // Only what was under way when the worker was killed may have been asked again.
    expect(upstream.asked.length).toBeLessThanOrEqual(47)
    await perform(id)
    expect(upstream.asked.length).toBeLessThanOrEqual(47)
  })

  it('is in the hands of the worker that took it last', async () => {
    const { id } = await start(operator, { suites: ['reasoning'], concurrency: 2, limit: 12 })
    let second: Promise<void> | undefined
    upstream.knows(() => {
      if (upstream.asked.length === 4) second ??= perform(id)
      return 'right'
    })
    await perform(id)
    await second
    expect(await readRun(id)).toMatchObject({ status: 'completed', done: 12 })
    expect(await prisma.benchmarkScore.count({ where: { runId: id } })).toBe(1)
  })

  it('ends where it was cancelled, and can be resumed', async () => {
    const { id } = await start(operator, { suites: ['reasoning'], concurrency: 1, limit: 10 })
    upstream.knows(async (): Promise<'right'> => {
      if (upstream.asked.length === 4) {
        await inTransaction((transaction) => cancelRun(id, transaction))
        await forgetRunKey(id)
      }
      return 'right'
    })
    await perform(id)
    expect(await readRun(id)).toMatchObject({ status: 'cancelled', done: 3 })
    expect(await keysOf()).toEqual([])
    upstream.knows(() => 'right')
    expect(await resume(id)).toBe(true)
    await perform(id)
    expect(await readRun(id)).toMatchObject({ status: 'completed', done: 10 })
    expect(await resume(id)).toBe(false)
  })

  it('counts a request that the model refuses as failed', async () => {
    upstream.knows(({ id }) => (id === 'kiln-batches' ? 400 : 'right'))
    const { id } = await start(operator, { suites: ['reasoning'], limit: 2 })
    await perform(id)
    expect(await suitesOf(id)).toMatchObject([{ passed: 1, failed: 1, unanswered: 0 }])
    const [missed] = (await listResults(id, { outcome: 'failed' })).data
    expect(missed).toMatchObject({ item: 'kiln-batches', reason: expect.stringMatching(/^Refused: /) })
  })

  it('stops when nothing may be asked, says why, and goes on when it may', async () => {
    const poor = await newOperator(0n)
    const { id } = await start(poor, { suites: ['reasoning'], limit: 2 })
    await perform(id)
    expect(await readRun(id)).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^The balance does not cover this request: /),
      done: 0,
    })
    expect(await resume(id)).toBe(true)
    await perform(id)
    expect(await readRun(id)).toMatchObject({ status: 'completed', failure: null, done: 2 })
  })
})
