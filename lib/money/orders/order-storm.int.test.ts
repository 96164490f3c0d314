import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { newBuyer } from './testing/new-buyer'
import { OrderLife, orderOutcomes } from './testing/order-life'
import { startStripe } from './testing/stripe/stripe-stand-in'
import type { Event } from './testing/stripe/stripe-state'

const ORDERS = 45
const COPIES = 3
const AT_ONCE = 12
const DEATHS = 4

/** A process that receives webhooks, and another one each time it is killed. */
class KillableReceiver {
  private child: ChildProcess
  private listens: Promise<string>

  constructor() {
    ;[this.child, this.listens] = this.spawn()
  }

  address(): Promise<string> {
    return this.listens
  }

  /** Killed in the middle of its work; the next one is starting. */
  kill(): void {
    this.child.kill('SIGKILL')
    ;[this.child, this.listens] = this.spawn()
  }

  end(): void {
    this.child.kill('SIGKILL')
  }

  private spawn(): [ChildProcess, Promise<string>] {
    const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '', STRIPE_API_BASE = '', DATABASE_URL } = env()
    const script = fileURLToPath(new URL('./testing/webhook-process.mjs', import.meta.url))
    const child = fork(script, {
      env: {
        ...process.env,
        DATABASE_URL,
        STRIPE_SECRET_KEY,
        STRIPE_WEBHOOK_SECRET,
        STRIPE_API_BASE,
        NODE_ENV: 'test',
      },
      execArgv: [],
    })
    const listens = new Promise<string>((resolve, reject) => {
      child.once('message', (said) => resolve(String(said)))
      child.once('exit', () => reject(new Error('it died before it listened')))
    })
    listens.catch(() => undefined)
    return [child, listens]
  }
}

const stripe = await startStripe()
const receivers = [new KillableReceiver(), new KillableReceiver()]
afterAll(() => {
  stripe.close()
  for (const receiver of receivers) receiver.end()
})

let broken = 0

/** Like Stripe: retried until it is acknowledged. */
async function deliver(event: Event, turn: number): Promise<void> {
  for (let attempt = turn; ; attempt++) {
    const receiver = receivers[attempt % receivers.length]
    const { text, headers } = stripe.sign(event)
    try {
      const response = await fetch((await receiver?.address()) ?? '', { method: 'POST', body: text, headers })
      if (response.ok) return
    } catch {
      broken += 1 // it was killed while it worked on this
    }
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

it('45 orders, every event three times in any order, to two processes that are killed meanwhile: each credited once', async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, () => newBuyer()))
  const lives: OrderLife[] = []
  for (let index = 0; index < ORDERS; index++) {
    const buyer = buyers[index % buyers.length]
    if (buyer) lives.push(await OrderLife.begin(stripe, buyer))
  }
  const lived = lives.map((life, index) => ({ life, outcome: orderOutcomes[index % orderOutcomes.length] }))
  for (const { life, outcome } of lived) for (const step of outcome?.steps ?? []) step(life)

  const letters = shuffled(Array.from({ length: COPIES }, () => stripe.state.events).flat())
  const lifetime = Math.ceil(letters.length / (DEATHS + 1))
  let delivered = 0
  const carry = async (turn: number) => {
    for (let letter = letters.pop(); letter; letter = letters.pop()) {
      await deliver(letter, turn + delivered)
      delivered += 1
      if (delivered % lifetime === 0) receivers[(delivered / lifetime) % receivers.length]?.kill()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, turn) => carry(turn)))
  expect(broken).toBeGreaterThan(0)

  for (const { life, outcome } of lived) {
    const { status, credits } = await life.outcome()
    expect(status).toBe(outcome?.status)
    expect(credits.filter((line) => line.startsWith('purchase'))).toHaveLength(
      status === 'failed' || status === 'expired' ? 0 : 1,
    )
    expect(await life.credit()).toBe(((outcome?.left ?? 0n) * 9_500_000_000n) / 1000n)
  }
  expect(await checkLedger()).toBe(0)

  // Killed processes and refused events leave no gap among the numbers of what was paid.
  const { rows } = await pool.query(
    'SELECT invoice_number AS number FROM orders WHERE invoice_number IS NOT NULL ORDER BY invoice_number',
  )
  const year = new Date().getUTCFullYear()
  const expected = rows.map((_, index) => `INV-${year}-${String(index + 1).padStart(6, '0')}`)
  expect(rows.map(({ number }) => number)).toEqual(expected)
}, 600_000)
