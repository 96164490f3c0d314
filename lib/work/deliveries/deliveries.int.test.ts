import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { redeliver } from './deliveries'
import { claimAttempt } from './repository'
import type { Delivery } from './schema'
import { signText } from './signing-secrets'
import {
  attempt,
  attemptAgain,
  newCustomer,
  onlyDelivery,
  openCallbackQueue,
  openReceiver,
  type Receiver,
  respondWith,
  send,
  verifyReceived,
} from './testing'
import { readWebhooks, rotateSecret } from './webhooks'

let receiver: Receiver
let caller: Caller

beforeAll(() => openCallbackQueue({ works: false }))
beforeEach(async () => {
  receiver = await openReceiver()
  caller = newCustomer()
  return receiver.close
})
afterAll(stopJobs)

describe('redelivery', () => {
  it('restarts an ended delivery with the same id and continued numbers', async () => {
    receiver.respond = respondWith(410)
    await send(caller, receiver.url)
    await attempt(caller)
    const { id } = await onlyDelivery(caller)
    expect(await redeliver(caller, id)).toMatchObject({ id, status: 'pending', attempts: [{ number: 1 }] })
    receiver.respond = respondWith(500)
    await attempt(caller)
    const again = await onlyDelivery(caller)
    expect(again).toMatchObject({ status: 'pending', attempts: [{ number: 1 }, { number: 2 }] })
    // The schedule restarted: the wait is the first one.
    const waitMillis = Date.parse(again.next_attempt_at ?? '') - Date.parse(again.attempts[1]?.at ?? '')
    expect(waitMillis).toBeLessThan(60_000)
  })

  it('requested twice at once is one attempt', async () => {
    await send(caller, receiver.url)
    await attempt(caller)
    const { id } = await onlyDelivery(caller)
    await Promise.all([redeliver(caller, id), redeliver(caller, id)])
    await attempt(caller)
    await attemptAgain(id, 2)
    expect(receiver.received).toHaveLength(2)
  })
})

/** Which of these secrets sign what is sent now. */
async function signers(secrets: readonly string[]): Promise<string[]> {
  receiver.received.length = 0
  await attempt(caller)
  const [received] = receiver.received
  if (received === undefined) throw new Error('nothing was received')
  const signatures = String(received.headers['webhook-signature']).split(' ')
  const text = `${received.headers['webhook-id']}.${received.headers['webhook-timestamp']}.${received.body}`
  const signing = secrets.filter((secret) => signatures.includes(signText(secret, text)))
  expect(signatures).toHaveLength(signing.length)
  return signing
}

describe('the secret', () => {
  it('is one, also under concurrent calls', async () => {
    const all = await Promise.all([1, 2, 3].map(() => readWebhooks(caller)))
    expect(new Set(all.map(({ secret }) => secret)).size).toBe(1)
    expect(all[0]?.secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/)
  })

  it('is not readable in the database', async () => {
    const { secret } = await readWebhooks(caller)
    const rows =
      await prisma.$queryRaw`SELECT encode(sealed_secret, 'escape') AS sealed FROM callback_settings`
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 20))
  })

  it('rotates: both sign for 24 hours, then only the new one', async () => {
    const before = await readWebhooks(caller)
    const after = await rotateSecret(caller)
    expect(after).toMatchObject({ previous_secret: before.secret, previous_expires_at: expect.any(String) })
    expect(after.secret).not.toBe(before.secret)
    receiver.respond = respondWith(500)
    await send(caller, receiver.url)
    await attempt(caller)
    const [first] = receiver.received
    if (first === undefined) throw new Error('nothing was received')
    expect(verifyReceived(before.secret, first)).toEqual(verifyReceived(after.secret, first))
    const later = new Date(Date.now() + 24 * 3600_000 + 1000)
    vi.spyOn(clock, 'now').mockReturnValue(later)
    expect(await readWebhooks(caller)).toMatchObject({ previous_secret: null, previous_expires_at: null })
    await attempt(caller)
    expect(String(receiver.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
  })

  it('rotates again: each old one signs for its own 24 hours, at most ten of them', async () => {
    const start = Date.now()
    const at = (hours: number) => vi.spyOn(clock, 'now').mockReturnValue(new Date(start + hours * 3_600_000))
    receiver.respond = respondWith(500)
    await send(caller, receiver.url)
    const secrets: string[] = [(await readWebhooks(caller)).secret]
    for (const hour of [0, 10]) {
      at(hour)
      secrets.unshift((await rotateSecret(caller)).secret)
    }
    expect(await signers(secrets)).toEqual(secrets)
    at(23.9)
    expect(await signers(secrets)).toEqual(secrets)
    expect(await readWebhooks(caller)).toMatchObject({ previous_secret: secrets[1] })
    at(24.1)
    expect(await signers(secrets)).toEqual(secrets.slice(0, 2))
    for (let count = 0; count < 11; count++) {
      at(24.2 + count / 100)
      secrets.unshift((await rotateSecret(caller)).secret)
    }
    expect(await signers(secrets)).toEqual(secrets.slice(0, 11))
  })

  it('sealed under another NEXTAUTH_SECRET is replaced, and callbacks continue', async () => {
    const { secret } = await readWebhooks(caller)
    await prisma.callbackSettings.update({
      where: { customerId: caller.customerId },
      data: { sealedSecret: Buffer.from(randomUUID()) },
    })
    const replaced = await Promise.all([readWebhooks(caller), readWebhooks(caller)])
    expect(replaced[0].secret).toBe(replaced[1].secret)
    expect(replaced[0].secret).not.toBe(secret)
  })
})

describe('a delivery’s life', () => {
  beforeAll(() => {
    env().CALLBACK_RETRY_SECONDS = '5,5'
  })

  type Step = { kind: 'answer'; status: number } | { kind: 'redeliver' | 'repeat' | 'crash' | 'race' }

  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(200, 302, 410, 500).map((status) => ({ kind: 'answer', status }) as const),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom('redeliver', 'repeat', 'crash', 'race').map((kind) => ({ kind })),
    },
  )

  /** What may happen to a delivery: its job runs, runs again, runs twice at once or dies; its customer requests it again. */
  async function take(step: Step, caller: Caller, { id, attempts }: Delivery): Promise<void> {
    const next = attempts.length + 1
    if (step.kind === 'answer') receiver.respond = respondWith(step.status)
    if (step.kind === 'redeliver') await redeliver(caller, id)
    else if (step.kind === 'repeat') await attemptAgain(id, attempts.length)
    else if (step.kind === 'race') await Promise.allSettled([attemptAgain(id, next), attemptAgain(id, next)])
    else if (step.kind === 'crash') {
      if ((await claimAttempt(id, next, 25)) === undefined) return
      await expect(attemptAgain(id, next)).rejects.toThrow('another process')
      await prisma.callbackDelivery.update({ where: { id }, data: { leasedUntil: new Date(0) } })
    } else await attemptAgain(id, next)
  }

  it('whatever happens, every attempt is one POST, numbered without a gap, and the state is what the last one says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const caller = newCustomer()
        await send(caller, receiver.url)
        receiver.received.length = 0
        for (const one of steps) {
          const before = await onlyDelivery(caller)
          await take(one, caller, before)
          const after = await onlyDelivery(caller)
          expect(after.attempts.map(({ number }) => number)).toEqual(receiver.received.map((_, at) => at + 1))
          expect(after.next_attempt_at === null).toBe(after.status !== 'pending')
          if (before.status !== 'pending' && one.kind !== 'redeliver') expect(after).toEqual(before)
          const last = after.attempts.at(-1)
          if (after.status === 'delivered') expect(last?.error).toBeNull()
          if (after.status === 'failed') expect(last?.error).not.toBeNull()
        }
      }),
      { numRuns: 20 },
    )
  }, 120_000)
})
