import { afterAll, beforeEach, expect, it } from 'vitest'
import { listKeys } from '@/lib/api-keys/list-keys'
import type { Caller } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import { readRun } from './read-run'
import { inTransaction } from './repository'
import { resumeRun } from './resume-run'
import { sweepRuns } from './sweep-runs'
import { newOperator, openTestbed, perform, start } from './testing/open-testbed'

const { upstream, close } = await openTestbed()
afterAll(close)

let operator: Caller
beforeEach(async () => {
  operator = await newOperator()
  upstream.knows(() => 'right')
})

/** What the queue makes of a piece whose process died once too often. */
const giveUp = (runId: string) =>
  pool.query(
    `UPDATE pgboss.job SET state = 'failed' WHERE name = 'benchmarks.perform-run' AND data->>'runId' = $1`,
    [runId],
  )

it('a run that the queue has goes on, whatever became of its process', async () => {
  const { id } = await start(operator, { suites: ['reasoning'], limit: 2 })
  await sweepRuns()
  expect((await readRun(id)).status).toBe('queued')
  const ended = new AbortController()
  upstream.knows(() => {
    ended.abort(new Error('the process ends'))
    return 'right'
  })
  await expect(perform(id, ended.signal)).rejects.toThrow('the process ends')
  await sweepRuns()
  expect((await readRun(id)).status).toBe('running')
})

it('a run that the queue gave up is cut off, loses its key, and can be resumed', async () => {
  const { id } = await start(operator, { suites: ['reasoning'], limit: 2 })
  await giveUp(id)
  await sweepRuns()
  await sweepRuns()
  expect(await readRun(id)).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/^It was cut off/),
    finished_at: expect.any(String),
  })
  expect((await listKeys(operator)).data).toEqual([])
  expect(await inTransaction((transaction) => resumeRun(operator, id, transaction))).toBe(true)
  await sweepRuns()
  await perform(id)
  expect(await readRun(id)).toMatchObject({ status: 'completed', failure: null, done: 2 })
})
