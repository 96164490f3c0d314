import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { updateKey } from '@/lib/account/api-keys/keys'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { plainName } from '@/lib/platform/escape'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { type MailServer, openMailServer } from '@/lib/platform/testing/mail-server'
import { openCallbackQueue } from '@/lib/work/deliveries/testing'
import { updateWebhooks } from '@/lib/work/deliveries/webhooks'
import { emailAlert, emailJob } from './send-alert'
import { updateAlertSettings } from './settings'
import { credit, newLimitedKey, newSpender, sentEvents, spend, trial } from './testing'
import { watchSpending } from './watch-spending'

describe('watching', () => {
  let caller: Awaited<ReturnType<typeof newSpender>>

  beforeAll(() => openCallbackQueue({ works: false }))
  beforeEach(async () => {
    caller = await newSpender()
    await updateWebhooks(caller, { alert_url: 'http://127.0.0.1:9/alerts' })
  })
  afterAll(stopJobs)

  const types = async () => (await sentEvents(caller)).map(({ type }) => type)
  const percents = async () => (await sentEvents(caller)).map(({ data }) => 'percent' in data && data.percent)

  it('alerts once when automatic top-up is turned off by a refused card', async () => {
    const { customerId } = caller
    const failed = { failure: 'card_declined', failedOrderId: 'ord_1', failedAt: new Date() }
    await prisma.autoTopUp.create({ data: { customerId, ...failed } })
    for (let count = 0; count < 2; count++) await watchSpending()
    const reason = { code: 'card_declined', message: expect.stringContaining('declined') }
    const data = { order_id: 'ord_1', currency: 'USD', amount: '25.000000', reason }
    expect(await sentEvents(caller)).toMatchObject([{ type: 'top_up.failed', data }])
  })

  describe('a balance', () => {
    it('below the threshold is alerted once, with the balance', async () => {
      await credit(caller, '10')
      await watchSpending()
      expect(await sentEvents(caller)).toEqual([])
      await spend(caller, '5.000001')
      await watchSpending()
      await spend(caller, '1')
      await watchSpending()
      expect(await sentEvents(caller)).toEqual([
        {
          type: 'balance.low',
          timestamp: expect.any(String),
          data: { currency: 'USD', balance: '4.999999', threshold: '5.000000' },
        },
      ])
    })

    it('that is exactly at the threshold is not below it', async () => {
      await credit(caller, '10')
      await spend(caller, '5')
      await watchSpending()
      expect(await types()).toEqual([])
    })

    it('is alerted again at the next fall after it was above the threshold', async () => {
      await credit(caller, '4')
      await watchSpending()
      await credit(caller, '0.5')
      await watchSpending()
      expect(await types()).toHaveLength(1)
      await credit(caller, '10')
      await watchSpending()
      await spend(caller, '10')
      await watchSpending()
      expect(await types()).toHaveLength(2)
    })

    it('is alerted once, however many processes check at once', async () => {
      await credit(caller, '1')
      await Promise.all([1, 2, 3, 4, 5].map(() => watchSpending()))
      expect(await types()).toEqual(['balance.low'])
    })

    it('of a new account is not alerted before some of it is spent', async () => {
      await trial(caller, '1')
      await watchSpending()
      expect(await types()).toEqual([])
      await spend(caller, '0.1')
      await watchSpending()
      expect(await types()).toEqual(['balance.low'])
    })

    it('of a customer who never had credit is not alerted', async () => {
      await watchSpending()
      await updateAlertSettings(caller, { low_balance: { threshold_usd: '100' } })
      expect(await types()).toEqual([])
    })

    it('is not alerted while alerts are off, and alerted immediately when they are turned on', async () => {
      await updateAlertSettings(caller, { low_balance: { enabled: false } })
      await credit(caller, '1')
      await watchSpending()
      expect(await types()).toEqual([])
      await updateAlertSettings(caller, { low_balance: { enabled: true } })
      expect(await types()).toEqual(['balance.low'])
    })

    it('is measured by the customer’s own threshold', async () => {
      await credit(caller, '8')
      await updateAlertSettings(caller, { low_balance: { threshold_usd: '2.5' } })
      await spend(caller, '5')
      await watchSpending()
      expect(await types()).toEqual([])
      await updateAlertSettings(caller, { low_balance: { threshold_usd: '3.5' } })
      expect((await sentEvents(caller))[0]?.data).toMatchObject({
        balance: '3.000000',
        threshold: '3.500000',
      })
    })
  })

  describe('a key’s limit', () => {
    beforeEach(() => credit(caller, '100'))

    it('is alerted at 50, 80 and 100 %, once each', async () => {
      const key = await newLimitedKey(caller, '10')
      for (const usd of ['4.99', '0.01', '2', '0.99', '0.01', '1', '1']) {
        await spend(caller, usd, key)
        await watchSpending()
        await watchSpending()
      }
      expect(await percents()).toEqual([50, 80, 100])
      expect((await sentEvents(caller))[0]).toMatchObject({
        type: 'api_key.limit_reached',
        data: {
          api_key_id: key.id,
          api_key_name: 'prod',
          percent: 50,
          currency: 'USD',
          spent: '5.000000',
          limit: '10.000000',
          limit_reset: null,
          period_start: null,
        },
      })
    })

    it('reached in one step is alerted once, at the highest level', async () => {
      const key = await newLimitedKey(caller, '10')
      await spend(caller, '10', key)
      await Promise.all([watchSpending(), watchSpending(), watchSpending()])
      expect(await percents()).toEqual([100])
    })

    it('is alerted again in the next period', async () => {
      const today = new Date()
      vi.spyOn(clock, 'now').mockReturnValue(today) // it does not end during the test
      const key = await newLimitedKey(caller, '10', 'daily')
      await spend(caller, '6', key)
      await watchSpending()
      vi.mocked(clock.now).mockReturnValue(new Date(today.getTime() + 24 * 3600_000))
      await watchSpending()
      expect(await percents()).toEqual([50])
      await spend(caller, '9', key)
      await watchSpending()
      expect(await percents()).toEqual([50, 80])
      expect((await sentEvents(caller))[1]?.data).toMatchObject({ spent: '9.000000', limit_reset: 'daily' })
    })

    it('is alerted again after it was raised', async () => {
      const key = await newLimitedKey(caller, '10')
      await spend(caller, '10', key)
      await watchSpending()
      await updateKey(caller, key.id, { limit_usd: '100' })
      await watchSpending()
      expect(await percents()).toEqual([100])
      await spend(caller, '40', { ...key, limit: '100' })
      await watchSpending()
      expect(await percents()).toEqual([100, 50])
    })

    it('is not alerted while alerts are off', async () => {
      const key = await newLimitedKey(caller, '10')
      await updateAlertSettings(caller, { key_limits: { enabled: false } })
      await spend(caller, '10', key)
      await watchSpending()
      expect(await types()).toEqual([])
    })
  })
})

describe('mail', () => {
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
    const alert = await prisma.alert.findFirstOrThrow({
      where: { customerId },
      orderBy: { createdAt: 'desc' },
    })
    await mail(alert.id)
    return alert.id
  }

  function mail(alertId: string): Promise<void> {
    const signal = new AbortController().signal
    return emailAlert({ payload: { alertId }, attempt: 0, isLastAttempt: false, signal })
  }

  describe('an alert’s mail', () => {
    it('goes to the person who signed up, as text and HTML', async () => {
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

    it('is not sent after mail was turned off', async () => {
      await updateAlertSettings(caller, { email: { enabled: false } })
      await alertOnce()
      expect(server.mails).toEqual([])
    })

    it('is retried while the mail server is unavailable', async () => {
      server.isBroken = true
      await expect(alertOnce()).rejects.toThrow()
      server.isBroken = false
      const alert = await prisma.alert.findFirstOrThrow({ where: { customerId: caller.customerId } })
      await mail(alert.id)
      expect(server.mails).toHaveLength(1)
    })

    it('is not sent beyond the daily limit', async () => {
      const { customerId } = caller
      const now = new Date()
      const row = { customerId, event: 'balance.low', data: {}, createdAt: now, emailedAt: now }
      await prisma.alert.createMany({
        data: Array.from({ length: 30 }, (_, at) => ({
          ...row,
          id: `${customerId}-${at}`,
          subject: `${at}`,
        })),
      })
      await alertOnce()
      expect(server.mails).toEqual([])
    })
  })
})

it.each([
  ['prod', 'prod'],
  ['Ann’s laptop, v1.2', 'Ann’s laptop, v1.2'],
  ['<b>', '<b>'],
  ['pay at https://evil.example/now', 'pay at https evil example now'],
  ['www.evil.example', 'www evil example'],
  ['help@evil.example', 'help evil example'],
  ['one\u2028two\u0085three\u202Efour', 'one two three four'],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['🔑'.repeat(41), `${'🔑'.repeat(40)}…`],
])('the name %j is mailed as %j', (name, shown) => {
  expect(plainName(name)).toBe(shown)
})
