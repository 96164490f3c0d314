import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { openMailServer, textOfMail } from '@/lib/platform/testing/mail-server'
import { openCallbackQueue } from '@/lib/work/deliveries/testing'
import { type Condition, listOpenConditions, recordConditions, resolveConditions } from './conditions'
import { INSTALLATION, OperatorAlertData } from './schema'
import { emailAlert, emailJob } from './send-alert'

const ledger: Condition = {
  event: 'ledger.differs',
  subject: 'ledger',
  severity: 'danger',
  title: 'The ledger does not agree with itself',
  detail: 'Look at it.',
  action: { label: 'Open ledger', path: '/console/admin/ledger' },
}
const provider: Condition = { ...ledger, event: 'provider.down', subject: 'acme', severity: 'warning' }

let now = Date.parse('2035-01-01T00:00:00Z')
function later(minutes: number): void {
  now += minutes * 60_000
  vi.spyOn(clock, 'now').mockReturnValue(new Date(now))
}

const alerts = () =>
  prisma.alert.findMany({ where: { customerId: INSTALLATION }, orderBy: { createdAt: 'asc' } })
const raised = async () =>
  (await listOpenConditions()).flatMap(({ event, isRaised }) => (isRaised ? [event] : []))

/** What the webhook was sent, oldest first. */
async function posted() {
  const rows = await prisma.callbackDelivery.findMany({ orderBy: { id: 'asc' } })
  return rows.map(({ body }) => OperatorAlertData.parse(JSON.parse(body).data))
}

beforeAll(() => openCallbackQueue({ works: false }))
beforeEach(() => {
  env().OPERATOR_ALERT_URL = 'http://127.0.0.1:9/alerts'
  later(0)
})
afterEach(async () => {
  await prisma.operatorCondition.deleteMany()
  await prisma.callbackDelivery.deleteMany()
  await prisma.alert.deleteMany()
})
afterAll(stopJobs)

describe('a condition of the installation', () => {
  it('is alerted once, however many processes check, however often', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => recordConditions([ledger])))
    later(1)
    await Promise.all([1, 2].map(() => recordConditions([ledger])))
    expect(await alerts()).toHaveLength(1)
    expect(await raised()).toEqual(['ledger.differs'])
    expect(await posted()).toEqual([
      {
        status: 'raised',
        severity: 'danger',
        subject: 'ledger',
        title: ledger.title,
        detail: ledger.detail,
        since: new Date(now - 60_000).toISOString(),
        action: { label: 'Open ledger', url: `${env().publicUrl}/console/admin/ledger` },
      },
    ])
  })

  it('is alerted only after it has lasted, if it may pass', async () => {
    await recordConditions([provider])
    expect(await raised()).toEqual([])
    later(3)
    await resolveConditions()
    await recordConditions([provider])
    expect(await raised(), 'it came and went').toEqual([])
    later(2)
    await recordConditions([provider])
    expect(await raised()).toEqual(['provider.down'])
  })

  it('is resolved when it was not seen for a while, and is another one when it recurs', async () => {
    await recordConditions([ledger])
    later(2)
    await resolveConditions()
    expect(await raised()).toHaveLength(1)
    later(1)
    await Promise.all([1, 2, 3].map(() => resolveConditions()))
    expect(await raised()).toEqual([])
    await recordConditions([ledger])
    expect((await posted()).map(({ status }) => status)).toEqual(['raised', 'resolved', 'raised'])
    expect(await alerts()).toHaveLength(3)
  })

  it('that is a single event has no alert for its resolution', async () => {
    await recordConditions([{ ...ledger, event: 'price.changed' }])
    later(3)
    await resolveConditions()
    expect(await raised()).toEqual([])
    expect(await posted()).toHaveLength(1)
  })

  it('is listed, and not posted without a URL', async () => {
    delete env().OPERATOR_ALERT_URL
    await recordConditions([{ ...provider, event: 'provider.breaker_opened' }, ledger])
    expect((await raised()).toSorted()).toEqual(['ledger.differs', 'provider.breaker_opened'])
    expect(await posted()).toEqual([])
  })
})

it('an alert is mailed to the operators only', async () => {
  await stopJobs()
  const server = await openMailServer()
  Object.assign(env(), { SMTP_URL: server.url, MAIL_FROM: 'a@example.com', INSTALLATION_NAME: 'Acme' })
  await startJobs({ scheduled: [], queued: [bindJob(emailJob, emailAlert)] }, false)
  const people = await Promise.all(['Ann', 'Bo', 'Cy'].map((name) => newAccountOwner(name)))
  const operators = people.slice(0, 2)
  await prisma.customer.updateMany({
    where: { id: { in: operators.map(({ customerId }) => customerId) } },
    data: { isOperator: true },
  })
  await recordConditions([ledger])
  const [alert] = await alerts()
  const run = { payload: { alertId: alert?.id ?? '' }, attempt: 0, isLastAttempt: false }
  await emailAlert({ ...run, signal: new AbortController().signal })
  await emailAlert({ ...run, signal: new AbortController().signal })
  expect(server.mails.map(({ to }) => to.toSorted())).toEqual([operators.map(({ email }) => email).sort()])
  expect(server.mails[0]?.data).toContain('Subject: Acme: The ledger does not agree with itself')
  expect(textOfMail(server.mails[0]?.data ?? '')).toContain('/console/admin/ledger')
  later(3)
  await Promise.all([1, 2, 3].map(() => resolveConditions()))
  const [, over, ...others] = await alerts()
  expect(others).toEqual([])
  const again = { ...run, payload: { alertId: over?.id ?? '' }, signal: new AbortController().signal }
  await emailAlert(again)
  await emailAlert(again)
  expect(server.mails).toHaveLength(2)
  const end = server.mails[1]?.data ?? ''
  expect(end.replace(/\r\n /g, ' ')).toContain(
    'Subject: Acme: Resolved: The ledger does not agree with itself',
  )
  expect(textOfMail(end)).toContain('Resolved. First seen on 2035-01-')
  server.close()
})
