import { randomUUID } from 'node:crypto'
import { readBalance } from '@/lib/billing/balance'
import { grantCredit } from '@/lib/billing/credit'
import { applySeed } from '@/lib/catalog/apply-seed'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { parseUsd } from '@/lib/platform/money'
import { openTaskMeter, type TaskMeter, type TaskReading } from '../task-meter'

await applySeed()

export const nanos = (usd: string) => parseUsd(usd) ?? 0n

export async function customerWith(usd: string): Promise<Caller> {
  const customerId = `cus_${randomUUID()}`
  await grantCredit({ customerId, amountNanos: nanos(usd), key: `grant:${customerId}` })
  return { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
}

/** A new version of some route's price; answers its id. */
export async function priceWith(pricing: object): Promise<string> {
  const { routeId } = await prisma.price.findFirstOrThrow()
  const id = `price_${randomUUID()}`
  const version = 1 + (await prisma.price.count({ where: { routeId } }))
  await prisma.price.create({ data: { id, routeId, version, pricing, validFrom: new Date() } })
  return id
}

const perImage = await priceWith({ image: { low: '0.01', medium: '0.04', high: '0.17' } })

/** What a task used: two pictures of medium quality, unless it says otherwise. */
export function reading(meter: TaskMeter, differs: Partial<TaskReading> = {}): TaskReading {
  return {
    status: 'success',
    modality: 'image',
    modelId: 'acme/picture',
    modelName: 'Picture',
    providerId: 'acme',
    priceId: perImage,
    taskId: 'igen_1',
    endedAt: new Date(meter.startedAt.getTime() + 90_000),
    promptTokens: 12,
    completionTokens: 2000,
    images: 2,
    imageQuality: 'medium',
    usageSource: 'upstream',
    errorCode: null,
    ...differs,
  }
}

/** A meter of a task that is nowhere else. */
export const openMeter = (caller: Caller, amountNanos = nanos('1')): Promise<TaskMeter> =>
  openTaskMeter(caller, amountNanos, {
    journal: { name: 'none', writes: { none: 'SELECT $2::json' } },
    row: {},
  })

export async function money(caller: Caller) {
  const { balance, held } = await readBalance(caller)
  return { balance, held }
}
