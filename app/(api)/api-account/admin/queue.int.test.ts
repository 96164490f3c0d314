import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jobTitle } from '@/components/operator/job-names'
import { grantCredit } from '@/lib/money/ledger/balance'
import { checkLedgerJob } from '@/lib/operator/admin/jobs'
import { runLedgerCheck } from '@/lib/operator/admin/ledger-checks'
import { AuditPage, JobPage, LedgerChecks, OverviewReply, QueueReply } from '@/lib/operator/admin/schema'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { startHeartbeat, stopHeartbeat } from '@/lib/platform/instance'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { bindJob, type QueuedJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { queuedJobs, scheduledJobs } from '@/lib/worker/registry'
import { asking, newPerson, openDoors } from './testing'

/** A job that fails until the test lets it pass. */
const brittle = {
  name: 'test.brittle',
  payload: z.object({ id: z.string() }),
  concurrency: () => 1,
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 60,
} as const satisfies QueuedJob<{ id: string }>
const mended = new Set<string>()
const passed = new Set<string>()

env().RATE_LIMIT_ACCOUNT = 100_000 // jobs and checks are looked at until they have ended
await startHeartbeat('all')
await startJobs(
  {
    scheduled: [],
    queued: [
      bindJob(checkLedgerJob, runLedgerCheck),
      bindJob(brittle, async ({ payload: { id } }) => {
        if (!mended.has(id)) throw new Error(`${id} is not mended`)
        passed.add(id)
      }),
    ],
  },
  true,
)
const { call, close } = await openDoors()
afterAll(async () => {
  close()
  await stopJobs()
  await stopHeartbeat()
})
const operator = await newPerson({ isOperator: true })

describe('background jobs for operators', () => {
  const ask = asking(call, operator)
  const failed = async () => JobPage.parse((await ask('GET', `/queue/jobs?queue=${brittle.name}`)).body).items

  async function fail(): Promise<{ work: string; id: string }> {
    const work = randomUUID()
    await enqueue(brittle, { id: work })
    await expect.poll(async () => (await failed()).map(({ payload }) => payload)).toContainEqual({ id: work })
    const job = (await failed()).find(
      ({ payload }) => z.object({ id: z.string() }).parse(payload).id === work,
    )
    return { work, id: job?.id ?? '' }
  }

  it('shows failed jobs with errors, and retries one', async () => {
    const { work, id } = await fail()
    expect((await failed()).find((job) => job.id === id)).toMatchObject({
      queue: brittle.name,
      state: 'failed',
      error: { message: `${work} is not mended` },
      tries: 1,
      max_tries: 1,
      finished_at: expect.any(String),
    })
    const counts = QueueReply.parse((await ask('GET', '/queue')).body)
    expect(counts.queues.find(({ name }) => name === brittle.name)?.failed).toBeGreaterThan(0)
    expect(OverviewReply.parse((await ask('GET', '/overview')).body).attention).toContainEqual(
      expect.objectContaining({ kind: 'queue', severity: 'warning' }),
    )
    mended.add(work)
    expect(await ask('POST', `/queue/jobs/${id}/retry`)).toMatchObject({
      status: 200,
      body: { id, queue: brittle.name },
    })
    await expect.poll(() => passed.has(work)).toBe(true)
    expect((await ask('POST', `/queue/jobs/${id}/retry`)).status).toBe(404)
    const audit = AuditPage.parse((await ask('GET', `/audit?subject_id=${id}`)).body)
    expect(audit.items).toMatchObject([
      {
        action: 'job.retry',
        subject: { name: brittle.name },
        before: { state: 'failed' },
        after: { state: 'waiting' },
      },
    ])
  })

  it('discards a job', async () => {
    const { id } = await fail()
    const both = await Promise.all([1, 2].map(() => ask('DELETE', `/queue/jobs/${id}`)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await failed()).map((job) => job.id)).not.toContain(id)
    const audit = AuditPage.parse((await ask('GET', `/audit?subject_id=${id}`)).body)
    expect(audit.items).toMatchObject([{ action: 'job.discard', after: null }])
  })

  it('refuses invalid requests: 400, 404', async () => {
    expect((await ask('GET', '/queue/jobs?state=lost')).body).toMatchObject({ error: { param: 'state' } })
    for (const id of ['nonsense', randomUUID()]) {
      expect((await ask('POST', `/queue/jobs/${id}/retry`)).status).toBe(404)
      expect((await ask('DELETE', `/queue/jobs/${id}`)).status).toBe(404)
    }
  })

  it('checks the ledger: 202, with findings', async () => {
    const check = async () => {
      const started = await ask('POST', '/ledger')
      expect(started).toMatchObject({ status: 202, body: { cause: 'operator', status: 'running' } })
      const latest = async () => LedgerChecks.parse((await ask('GET', '/ledger')).body).data[0]
      await expect.poll(async () => (await latest())?.status).not.toBe('running')
      return latest()
    }
    const customerId = `cus_${randomUUID()}`
    await grantCredit({ customerId, amountNanos: 1_000_000_000n, key: `grant:${customerId}` })
    expect(await check()).toMatchObject({
      status: 'passed',
      finished_at: expect.any(String),
      findings: {
        problems: [],
        customers_sum: expect.any(String),
        accounts: expect.arrayContaining([
          { account: 'system:grants', balance: expect.stringMatching(/^-/) },
        ]),
      },
    })
    const change = { where: { customerId } }
    await prisma.balance.update({ ...change, data: { balanceNanos: { increment: 1n }, heldNanos: 5n } })
    const tenMinutesAgo = new Date(Date.now() - 600_000)
    const id = `req_${randomUUID()}`
    await prisma.hold.create({ data: { id, customerId, amountNanos: 5n, createdAt: tenMinutesAgo } })
    await prisma.customer.create({ data: { id: customerId, name: 'Zed' } })
    const found = await check()
    await prisma.hold.delete({ where: { id } })
    await prisma.balance.update({ ...change, data: { balanceNanos: { decrement: 1n }, heldNanos: 0n } })
    expect(found).toMatchObject({ status: 'failed' })
    expect(found?.findings?.problems.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['sum_not_zero', null],
      ['balance_differs', customerId],
      ['hold_without_owner', id],
    ])
    expect(found?.findings?.problems.map((problem) => problem.subject_name)).toEqual([null, 'Zed', null])
    const overview = OverviewReply.parse((await ask('GET', '/overview')).body)
    expect(overview.ledger).toMatchObject({ status: 'failed', problem_count: 3 })
    expect(overview.attention[0]).toMatchObject({ kind: 'ledger', severity: 'danger' })
    expect(await check()).toMatchObject({ status: 'passed' })
  })

  it('has a title for every job', () => {
    const kinds = [...scheduledJobs, ...queuedJobs.map(({ job }) => job)].map(({ name }) => name)
    expect(kinds.filter((name) => jobTitle(name) === name)).toEqual([])
  })

  it('returns the overview', async () => {
    const overview = OverviewReply.parse((await ask('GET', '/overview')).body)
    expect(overview).toMatchObject({
      processes: [{ role: 'all' }],
      storage: 'operational',
      providers: { disabled: 0, troubled: 0 },
      customers: { suspended: 0 },
    })
    expect(overview.providers.in_service).toBeLessThan(overview.providers.total)
    expect(overview.models.callable).toBeGreaterThan(4)
    expect(overview.attention.map(({ kind }) => kind)).toContain('catalog')
  })
})
