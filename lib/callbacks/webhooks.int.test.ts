import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { signText } from './signing-secrets'
import { attempt, newCustomer, openCallbackQueue, send } from './testing/callback-queue'
import { openReceiver, type Receiver, respondWith, verifyReceived } from './testing/receiver'
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
  it('is one, whoever asks first', async () => {
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

  it('rotates: both sign for 24 hours, then the new one alone', async () => {
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

  it('rotates again: each old one signs for its own 24 hours, ten of them at most', async () => {
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
    vi.restoreAllMocks()
  })

  it('that another NEXTAUTH_SECRET sealed is replaced, and callbacks go on', async () => {
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
