import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createKey, listKeys } from '@/lib/account/api-keys/keys'
import { listBenchmarkScores } from '@/lib/catalog/rankings/scores'
import { suites } from '@/lib/catalog/rankings/suites'
import { readBalance } from '@/lib/money/ledger/balance'
import { flushLedger } from '@/lib/money/ledger/ledger'
import type { Caller } from '@/lib/platform/caller'
import { pool, prisma } from '@/lib/platform/db'
import { inTransaction } from '@/lib/platform/transaction'
import { sweepRunKeys, sweepRuns } from './perform-run'
import { cancelRun, listRuns } from './runs'
import { newOperator, openTestbed, perform, start } from './testing'

const { upstream, close } = await openTestbed()
afterAll(close)

let operator: Caller
beforeEach(async () => {
  operator = await newOperator()
  upstream.asked.length = 0
  upstream.knows(() => 'right')
})

const readRun = async (id: string) => (await listRuns()).data.find((run) => run.id === id)
const keysOf = async () => (await listKeys(operator)).data
const cancel = (id: string) => inTransaction((transaction) => cancelRun(id, transaction))
const reasoning = { suites: ['reasoning'] }
const all = suites.reasoning.items.length

describe('a run', () => {
  it('stores the share of passed items with its interval, is paid by its operator, and is ranked', async () => {
    const right = new Set(suites.reasoning.items.slice(0, 18).map(({ id }) => id))
    upstream.knows((item) => (right.has(item.id) ? 'right' : 'wrong'))
    const { id } = await start(operator, reasoning)
    await perform(id)
    const run = await readRun(id)
    expect(run).toMatchObject({
      status: 'completed',
      items: all,
      done: all,
      cost: '0.002880', // 24 × (100 × 1000 + 10 × 2000) nanos
      suites: [{ source: 'portico-reasoning@2', items: all, passed: 18, score: 75, low: 55.1, high: 88 }],
    })
    expect(run?.missed).toHaveLength(6)
    expect(run?.missed[0]?.reason).toMatch(/^The answer was “no idea”; it is “/)
    await flushLedger()
    expect((await readBalance(operator)).balance).toBe('24.997120')
    const { finishedAt } = await prisma.benchmarkRun.findUniqueOrThrow({ where: { id } })
    expect(await listBenchmarkScores()).toEqual([
      {
        category: 'Reasoning and arithmetic',
        items: [
          {
            rank: 1,
            model_id: 'acme/known',
            score: 75,
            metric: '% of items passed',
            samples: all,
            low: 55.1,
            high: 88,
            source: 'portico-reasoning@2',
            source_url: 'http://localhost:3000/docs/benchmarks',
            licence: null,
            as_of: finishedAt?.toISOString(),
          },
        ],
      },
    ])
  })

  it('passes every reference of every suite, tools and schemas included', async () => {
    const { id } = await start(operator)
    await perform(id)
    const run = await readRun(id)
    expect(run).toMatchObject({ status: 'completed', missed: [] })
    for (const suite of run?.suites ?? []) expect(suite).toMatchObject({ score: 100, passed: suite.items })
  }, 120_000)

  it('uses its own key, limited to the model, and revokes it', async () => {
    let keys: Awaited<ReturnType<typeof keysOf>> = []
    upstream.knows(async (): Promise<'right'> => {
      keys = await keysOf()
      return 'right'
    })
    const { id } = await start(operator, reasoning)
    await perform(id)
    expect(keys).toMatchObject([
      { name: 'Benchmark of acme/known', allowed_models: ['acme/known'], scopes: ['inference'] },
    ])
    expect(await keysOf()).toEqual([])
    expect(await prisma.benchmarkRun.findUnique({ where: { id } })).toMatchObject({ apiKeyId: null })
  })

  it('continues after its worker was killed, without counting anything twice', async () => {
    const { id } = await start(operator, reasoning)
    const killed = new AbortController()
    upstream.knows(() => {
      if (upstream.asked.length === 10) killed.abort(new Error('killed'))
      return 'right'
    })
    await expect(perform(id, killed.signal)).rejects.toThrow('killed')
    expect(await readRun(id)).toMatchObject({ status: 'running' })
    upstream.knows(() => 'right')
    await perform(id)
    expect(await readRun(id)).toMatchObject({ status: 'completed', done: all, suites: [{ passed: all }] })
    // Only items in progress when the worker was killed may have been asked again.
    expect(upstream.asked.length).toBeLessThanOrEqual(all + 4)
    await perform(id)
    expect(await prisma.benchmarkScore.count({ where: { runId: id } })).toBe(1)
  })

  it('belongs to the worker that claimed it last', async () => {
    const { id } = await start(operator, reasoning)
    let second: Promise<void> | undefined
    upstream.knows(() => {
      if (upstream.asked.length === 4) second ??= perform(id)
      return 'right'
    })
    await perform(id)
    await second
    expect(await readRun(id)).toMatchObject({ status: 'completed', done: all, failure: null })
    expect(await prisma.benchmarkScore.count({ where: { runId: id } })).toBe(1)
    expect(await keysOf()).toEqual([])
  })

  it('stops when it is cancelled, without a score, and revokes its key', async () => {
    const { id } = await start(operator, reasoning)
    let cancelled: Promise<unknown> | undefined
    upstream.knows(async (): Promise<'right'> => {
      if (upstream.asked.length === 8) cancelled ??= cancel(id)
      await cancelled
      return 'right'
    })
    await perform(id)
    const run = await readRun(id)
    expect(run?.status).toBe('cancelled')
    expect(run?.done).toBeLessThanOrEqual(8)
    expect(await keysOf()).toEqual([])
    expect(await prisma.benchmarkScore.count({ where: { runId: id } })).toBe(0)
    await expect(cancel(id)).rejects.toMatchObject({ code: 'task_not_cancellable' })
  })

  it('counts an item whose request the model rejects as failed', async () => {
    upstream.knows(({ id }) => (id === 'kiln-batches' ? 400 : 'right'))
    const { id } = await start(operator, reasoning)
    await perform(id)
    expect((await readRun(id))?.missed).toEqual([
      { item: 'kiln-batches', reason: expect.stringMatching(/^Rejected: /) },
    ])
  })

  it('stops when it may not send requests, and says why', async () => {
    const { id } = await start(await newOperator(0n), reasoning)
    await perform(id)
    expect(await readRun(id)).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^The balance does not cover this request: /),
      done: 0,
    })
  })

  it('fails for a removed or newer suite, and is still listed', async () => {
    const { id } = await start(operator, reasoning)
    const old = [{ id: 'long-context', version: 1, items: 40 }]
    await prisma.benchmarkRun.update({ where: { id }, data: { suites: old } })
    await perform(id)
    expect(await readRun(id)).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/new version/),
      suites: [{ category: 'long-context', source: 'portico-long-context@1', passed: 0, score: null }],
    })
  })
})

describe('the sweep', () => {
  it('ends only runs that the queue gave up', async () => {
    const { id } = await start(operator, reasoning)
    await sweepRuns()
    expect((await readRun(id))?.status).toBe('queued')
    // What the queue makes of a job whose process died once too often.
    await pool.query(
      `UPDATE pgboss.job SET state = 'failed' WHERE name = 'benchmarks.perform-run' AND data->>'runId' = $1`,
      [id],
    )
    await sweepRuns()
    await sweepRuns()
    expect(await readRun(id)).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^The worker kept crashing/),
    })
  })

  it('revokes keys left by a crash, but not those that operators gave to older versions', async () => {
    const left = await endedRunWithKey({ ownsKey: true })
    const given = await endedRunWithKey({ ownsKey: false })
    await sweepRunKeys()
    expect((await keysOf()).map(({ id }) => id)).toEqual([given.apiKeyId])
    expect(await prisma.benchmarkRun.findUnique({ where: { id: left.id } })).toMatchObject({ apiKeyId: null })
  })

  async function endedRunWithKey({ ownsKey }: { ownsKey: boolean }) {
    const { id } = await start(operator, reasoning)
    await cancel(id)
    const { id: apiKeyId } = await createKey(operator, { name: 'left' })
    await prisma.benchmarkRun.update({ where: { id }, data: { apiKeyId, ownsKey } })
    return { id, apiKeyId }
  }
})
