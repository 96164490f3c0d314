import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { listOpenConditions } from '@/lib/account/alerts/conditions'
import { recordFailure } from '@/lib/gateway/routing/route-health'
import { sampleCatalog } from '@/lib/gateway/routing/testing'
import { reportBreakers, watchInstallation } from '@/lib/operator/admin/conditions'
import { OverviewReply } from '@/lib/operator/admin/schema'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { asking, newPerson, openDoors } from './testing'

const idle = {
  name: 'test.idle',
  payload: z.object({}),
  concurrency: () => 1,
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 60,
}
const { call: through, close } = await openDoors()
const operator = await newPerson({ isOperator: true })

let minutes = 0
/** Time goes on; whatever was cached is old by then. */
function later(by: number): Date {
  minutes += by
  const now = new Date(Date.now() + minutes * 60_000)
  vi.spyOn(clock, 'now').mockReturnValue(now)
  return now
}

beforeAll(() => startJobs({ scheduled: [], queued: [bindJob(idle, async () => undefined)] }, false))
afterEach(() => prisma.operatorCondition.deleteMany())
afterAll(async () => {
  close()
  await stopJobs()
})

describe('operator alerts', () => {
  const ask = asking(through, operator)
  const read = async () => (await listOpenConditions()).filter(({ isRaised }) => isRaised)
  /** Of what is about this kind of thing, as the overview shows it. */
  const shown = async (about: string) =>
    OverviewReply.parse((await ask('GET', '/overview')).body).attention.filter(({ kind }) => kind === about)
  const events = async () => (await read()).map(({ event, subject }) => `${event} ${subject}`)

  it('are empty while everything is healthy', async () => {
    await watchInstallation()
    expect(await read()).toEqual([])
    expect(await shown('provider')).toEqual([])
  })

  it('use the configured channels, which the overview lists', async () => {
    const ways = async () => OverviewReply.parse((await ask('GET', '/overview')).body).alert_ways
    expect(await ways()).toEqual([])
    const set = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' }
    Object.assign(env(), set, { OPERATOR_ALERT_URL: 'https://example.com/hook' })
    expect(await ways()).toEqual(['mail', 'webhook'])
    // The demo account's mail has no reader.
    const where = { isOperator: true }
    await prisma.customer.updateMany({ where, data: { isDemo: true } })
    expect(await ways()).toEqual(['webhook'])
    await prisma.customer.updateMany({ where, data: { isDemo: false } })
    for (const name of ['SMTP_URL', 'MAIL_FROM', 'OPERATOR_ALERT_URL'] as const) delete env()[name]
  })

  it('report a provider that is down, and resolve some time after it is up', async () => {
    const probe = { providerId: 'sandbox', latencyMs: 1, failuresInARow: 3, fault: 'timeout' }
    for (const by of [2, 2]) {
      const checkedAt = later(by)
      const data = { ...probe, checkedAt }
      await prisma.providerProbe.upsert({ where: { providerId: 'sandbox' }, create: data, update: data })
      await watchInstallation()
    }
    expect(await read()).toMatchObject([
      { event: 'provider.down', subject: 'sandbox', severity: 'danger', title: 'Sandbox is down' },
    ])
    const since = expect.any(String)
    expect(await shown('provider')).toMatchObject([
      {
        subject: 'sandbox',
        title: 'Sandbox is down',
        since,
        is_alerted: true,
        action: { label: 'Open provider' },
      },
    ])
    await prisma.providerProbe.deleteMany()
    later(2)
    await watchInstallation()
    expect(await read()).toHaveLength(1)
    // What is needed is what is wrong now: for the alert it is not over yet.
    expect(await shown('provider')).toEqual([])
    later(9)
    await watchInstallation()
    expect(await read()).toEqual([])
  })

  it('report an unbalanced ledger until a check passes', async () => {
    const at = later(1)
    const problem = { kind: 'sum_not_zero', subject: null, detail: 'It is not.' }
    const sums = { customers_sum: '1.000000', system_sum: '0.000000' }
    const findings = { entries: 1, customers: 1, open_holds: 0, ...sums, problems: [problem] }
    const check = { id: `chk_${minutes}`, cause: 'schedule', status: 'failed', findings }
    await prisma.ledgerCheck.create({ data: { ...check, startedAt: at, finishedAt: at } })
    await watchInstallation()
    expect(await events()).toEqual(['ledger.differs ledger'])
    const title = 'The ledger is unbalanced'
    expect(await shown('ledger')).toMatchObject([{ title, severity: 'danger', is_alerted: true }])
    await prisma.ledgerCheck.deleteMany()
    later(3)
    await watchInstallation()
    expect(await events()).toEqual([])
  })

  it('report delayed jobs', async () => {
    await enqueue(idle, {})
    for (const by of [6, 2]) {
      later(by)
      await watchInstallation()
      expect(await shown('queue')).toMatchObject([{ is_alerted: by === 2, since: expect.any(String) }])
    }
    expect(await read()).toMatchObject([
      {
        event: 'queue.stalled',
        detail: expect.stringContaining('test.idle'),
        action: { label: 'Open queue' },
      },
    ])
    await prisma.$executeRaw`DELETE FROM pgboss.job`
  })

  it('report a new price for a day', async () => {
    const route = await prisma.route.findFirstOrThrow({
      where: { providerId: 'sandbox' },
      include: { prices: true },
    })
    const version = route.prices.length + 1
    const price = { id: `price_${version}`, routeId: route.id, version, pricing: {}, validFrom: later(1) }
    await prisma.price.create({ data: price })
    await watchInstallation()
    expect(await read()).toMatchObject([
      { event: 'price.changed', severity: 'info', detail: expect.stringContaining(route.modelId) },
    ])
    later(25 * 60)
    await watchInstallation()
    expect(await events()).toEqual([])
    await prisma.price.delete({ where: { id: price.id } })
  })

  it('report a provider whose breakers opened once', async () => {
    const routes = sampleCatalog.models.get('big')?.routes ?? []
    const east = routes.find(({ providerId }) => providerId === 'east')
    if (east === undefined) throw new Error('there is no such route')
    const target = { ...east, routeId: `east ${minutes}`, modelId: 'big' }
    const fail = () => recordFailure(target, new UpstreamError('failed'))
    fail()
    await reportBreakers()
    expect(await events()).toEqual([])
    fail()
    fail()
    await Promise.all([reportBreakers(), reportBreakers()])
    expect(await read()).toMatchObject([
      { event: 'provider.breaker_opened', subject: 'east', detail: expect.stringContaining('big') },
    ])
    await reportBreakers()
    expect(await events()).toHaveLength(1)
    expect(await shown('provider')).toMatchObject([{ subject: 'east', is_alerted: true }])
  })

  it('report each problem of a provider once', async () => {
    const data = {
      providerId: 'sandbox',
      latencyMs: 1,
      failuresInARow: 1,
      fault: 'timeout',
      checkedAt: later(2),
    }
    await prisma.providerProbe.upsert({ where: { providerId: 'sandbox' }, create: data, update: data })
    const titles = async () => (await shown('provider')).map(({ title }) => title)
    expect(await titles()).toEqual(['Sandbox is degraded'])
    const at = clock.now()
    const words = {
      severity: 'warning',
      title: 'Calls fail',
      detail: 'They do.',
      action: { label: 'Open', path: '/' },
    }
    const condition = {
      event: 'provider.breaker_opened',
      subject: 'sandbox',
      data: words,
      since: at,
      seenAt: at,
    }
    await prisma.operatorCondition.create({ data: condition })
    expect(await titles()).toEqual(['Calls fail'])
    await prisma.providerProbe.deleteMany()
  })
})
