import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listBenchmarkScores } from '@/lib/catalog/rankings/scores'
import { ImportedCategoriesReply } from '@/lib/catalog/rankings/scores-schema'
import { AuditPage } from '@/lib/operator/admin/schema'
import { performRun } from '@/lib/operator/benchmarks/perform-run'
import { performRunJob } from '@/lib/operator/benchmarks/runs'
import { Estimate, RunsReply, StartedRun } from '@/lib/operator/benchmarks/schema'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { asking, newPerson, openDoors } from '../testing'

const { call, close } = await openDoors()
const operator = await newPerson({ isOperator: true })
beforeAll(() => startJobs({ scheduled: [], queued: [bindJob(performRunJob, performRun)] }, false))
afterAll(async () => {
  close()
  await stopJobs()
})

const model = 'sandbox/chat'
const source = {
  name: 'Example Lab',
  url: 'https://example.org/results',
  licence: 'CC BY 4.0',
  date: '2026-11-01',
}
const figure = { model, category: 'Translation', metric: 'BLEU', score: 41.2 }

describe('benchmarks', () => {
  const ask = asking(call, operator)
  const scoresOf = async (category: string) =>
    (await listBenchmarkScores()).find((one) => one.category === category)?.items

  it('estimates the cost of a run, from empty to maximum answers', async () => {
    const { status, body } = await ask('POST', '/benchmarks/estimate', { model, suites: ['reasoning'] })
    expect(status).toBe(200)
    const { min_cost, max_cost, ...rest } = Estimate.parse(body)
    expect(rest).toEqual({ model_id: model, items: 24 })
    expect(Number(min_cost)).toBeGreaterThan((1000 * 150) / 1e9)
    expect(Number(max_cost) - Number(min_cost)).toBeCloseTo((24 * 4096 * 600) / 1e9, 9)
  })

  it('starts, lists and cancels a run, recorded', async () => {
    const started = await ask('POST', '/benchmarks/runs', { model, suites: ['tool-use'], max_cost_usd: '1' })
    expect(started).toMatchObject({ status: 201, body: { status: 'queued' } })
    const { id } = StartedRun.parse(started.body)
    const { data } = RunsReply.parse((await ask('GET', '/benchmarks/runs')).body)
    expect(data[0]).toMatchObject({ id, status: 'queued', items: 24, done: 0, cost: '0.000000', missed: [] })
    const cancelled = await ask('POST', `/benchmarks/runs/${id}/cancel`)
    expect(cancelled).toMatchObject({ status: 200, body: { id, status: 'cancelled' } })
    expect((await ask('POST', `/benchmarks/runs/${id}/cancel`)).status).toBe(409)
    expect((await ask('POST', '/benchmarks/runs/bench_none/cancel')).status).toBe(404)
    const { items } = AuditPage.parse(
      (await ask('GET', `/audit?subject_type=benchmark&subject_id=${id}`)).body,
    )
    expect(items.map(({ action }) => action)).toEqual(['benchmark.cancel', 'benchmark.start'])
    expect(items.map(({ subject }) => subject.name)).toEqual(['Sandbox Chat', 'Sandbox Chat'])
  })

  it('imports published scores once, and ranks them in their category', async () => {
    const results = [
      { ...figure, model: 'sandbox/chat-pro', score: 50, samples: 10, low: 40, high: 60 },
      figure,
    ]
    for (const _time of ['first', 'second'])
      expect(await ask('POST', '/benchmarks/imports', { source, results })).toMatchObject({
        status: 200,
        body: { imported: 2 },
      })
    expect(await scoresOf('Translation')).toEqual([
      {
        rank: 1,
        model_id: 'sandbox/chat-pro',
        score: 50,
        metric: 'BLEU',
        samples: 10,
        low: 40,
        high: 60,
        source: 'Example Lab',
        source_url: 'https://example.org/results',
        licence: 'CC BY 4.0',
        as_of: '2026-11-01T00:00:00.000Z',
      },
      expect.objectContaining({ rank: 2, model_id: model, samples: null, low: null }),
    ])
  })

  it.each([
    ['estimate', { model: 'nobody/none' }, 404, 'model'],
    ['estimate', { model: 'sandbox/video' }, 400, 'model'],
    ['estimate', {}, 400, 'model'],
    ['estimate', { model, suites: [] }, 400, 'suites'],
    ['estimate', { model, suites: ['chess'] }, 400, 'suites[0]'],
    ['runs', { model }, 400, 'max_cost_usd'],
    ['runs', { model, max_cost_usd: '0.01' }, 400, 'max_cost_usd'],
    ['runs', { model, max_cost_usd: '9', cheat: true }, 400, 'cheat'],
    ['imports', { results: [figure] }, 400, 'source'],
    ['imports', { source: { ...source, licence: undefined }, results: [figure] }, 400, 'source.licence'],
    ['imports', { source: { ...source, url: 'example.org' }, results: [figure] }, 400, 'source.url'],
    ['imports', { source: { ...source, date: '2026-13-01' }, results: [figure] }, 400, 'source.date'],
    ['imports', { source: { ...source, date: '2999-01-01' }, results: [figure] }, 400, 'source.date'],
    ['imports', { source, results: [] }, 400, 'results'],
    ['imports', { source, results: [{ ...figure, score: 'good' }] }, 400, 'results[0].score'],
    ['imports', { source, results: [{ ...figure, low: 1 }] }, 400, 'results[0].score'],
    ['imports', { source, results: [{ ...figure, low: 1, high: 2 }] }, 400, 'results[0].score'],
    ['imports', { source, results: [figure, figure] }, 400, 'results'],
    ['imports', { source, results: [{ ...figure, model: 'nobody/none' }] }, 400, 'results[0].model'],
    ['imports', { source, results: [{ ...figure, category: 'tool use' }] }, 400, 'results[0].category'],
  ])('%s %j is a %i that names %s', async (path, json, status, param) => {
    const answer = await ask('POST', `/benchmarks/${path}`, json)
    expect(answer).toMatchObject({ status, body: { error: { param } } })
  })

  it('lists and removes imported scores by category, recorded with the values', async () => {
    const category = 'Poetry'
    const results = [{ ...figure, category }]
    await ask('POST', '/benchmarks/imports', { source, results })
    const imports = async () =>
      ImportedCategoriesReply.parse((await ask('GET', '/benchmarks/imports')).body).data
    expect((await imports()).find((one) => one.category === category)).toEqual({
      category,
      metric: 'BLEU',
      source: 'Example Lab',
      source_url: 'https://example.org/results',
      licence: 'CC BY 4.0',
      scores: 1,
      as_of: '2026-11-01T00:00:00.000Z',
    })
    const path = `/benchmarks/imports?category=${encodeURIComponent(category)}`
    expect(await ask('DELETE', path)).toMatchObject({ status: 200, body: { category, withdrawn: 1 } })
    expect((await imports()).some((one) => one.category === category)).toBe(false)
    expect(await scoresOf(category)).toBeUndefined()
    const { items } = AuditPage.parse((await ask('GET', '/audit?subject_type=benchmark')).body)
    expect(items[0]).toMatchObject({
      action: 'benchmark.withdraw',
      subject: { id: category },
      before: { source: 'Example Lab', metric: 'BLEU', scores: [{ model, score: 41.2 }] },
      after: null,
    })
    expect((await ask('DELETE', path)).status).toBe(404)
    expect(await ask('DELETE', '/benchmarks/imports')).toMatchObject({
      status: 400,
      body: { error: { param: 'category' } },
    })
    // What was measured here cannot be withdrawn.
    expect((await ask('DELETE', '/benchmarks/imports?category=Tool%20use')).status).toBe(404)
  })

  it('allows one source and one metric per category', async () => {
    const mine = { source, results: [{ ...figure, category: 'Chess' }] }
    expect((await ask('POST', '/benchmarks/imports', mine)).status).toBe(200)
    const other = { ...mine, source: { ...source, name: 'Another Lab' } }
    expect(await ask('POST', '/benchmarks/imports', other)).toMatchObject({
      status: 400,
      body: { error: { param: 'results[0].category' } },
    })
  })
})
