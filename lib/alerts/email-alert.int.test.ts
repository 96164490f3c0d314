import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { type MailServer, openMailServer } from '@/lib/platform/testing/mail-server'
import { emailAlert } from './email-alert'
import { emailJob } from './jobs'
import { updateAlertSettings } from './settings'
import { credit, newSpender } from './testing/spender'
import { watchSpending } from './watch-spending'

let server: MailServer
let caller: Awaited<ReturnType<typeof newSpender>>

beforeAll(async () => {
  server = await openMailServer()
  env().SMTP_URL = server.url
  env().MAIL_FROM = 'Portico <alerts@portico.example>'
  await startJobs({ scheduled: [], queued: [bindJob(emailJob, emailAlert)] }, false)
})
afterAll(async () => {
  server.close()
  await stopJobs()
})
beforeEach(async () => {
  server.mails.length = 0
  server.isBroken = false
  caller = await newSpender()
})

/** Lets the balance be low, and runs the job of the alert. */
async function alertOnce(): Promise<string> {
  await credit(caller, '1')
  await watchSpending()
  const { customerId } = caller
  const alert = await prisma.alert.findFirstOrThrow({ where: { customerId }, orderBy: { createdAt: 'desc' } })
  await mail(alert.id)
  return alert.id
}

function mail(alertId: string): Promise<void> {
  const signal = new AbortController().signal
  return emailAlert({ payload: { alertId }, attempt: 0, isLastAttempt: false, signal })
}

describe('an alert’s mail', () => {
  it('goes to whoever signed up, as text and HTML, from us', async () => {
    const id = await alertOnce()
    const [sent, ...more] = server.mails
    expect(more).toEqual([])
    expect(sent?.to).toEqual([caller.email])
    const data = sent?.data ?? ''
    expect(data).toContain('From: Portico <alerts@portico.example>')
    expect(data).toContain('Subject: Your Portico balance is below $5.00')
    expect(data).toContain(`Message-ID: <${id}@localhost>`)
    expect(data).toContain('Content-Type: text/plain')
    expect(data).toContain('Content-Type: text/html')
    expect(data).toContain('http://localhost:3000/console/billing')
    expect(data).toContain('Hello,')
    expect(data).not.toContain('Ann')
  })

  it('is sent once', async () => {
    await mail(await alertOnce())
    expect(server.mails).toHaveLength(1)
  })

  it('goes to the address that the customer set', async () => {
    await updateAlertSettings(caller, { email: { address: 'Money@example.com' } })
    await alertOnce()
    expect(server.mails[0]?.to).toEqual(['Money@example.com'])
  })

  it('is not sent to who turned mail off, even a moment ago', async () => {
    await updateAlertSettings(caller, { email: { enabled: false } })
    await alertOnce()
    expect(server.mails).toEqual([])
  })

  it('waits for a mail server that is away', async () => {
    server.isBroken = true
    await expect(alertOnce()).rejects.toThrow()
    server.isBroken = false
    const alert = await prisma.alert.findFirstOrThrow({ where: { customerId: caller.customerId } })
    await mail(alert.id)
    expect(server.mails).toHaveLength(1)
  })

  it('is not one of a flood', async () => {
    const { customerId } = caller
    const now = new Date()
    const row = { customerId, event: 'balance.low', data: {}, createdAt: now, emailedAt: now }
    await prisma.alert.createMany({
      data: Array.from({ length: 30 }, (_, at) => ({ ...row, id: `${customerId}-${at}`, subject: `${at}` })),
    })
    await alertOnce()
    expect(server.mails).toEqual([])
  })
})
