import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { grantCredit } from '@/lib/billing/credit'
import { applySeed } from '@/lib/catalog/apply-seed'
import type { Caller } from '@/lib/platform/caller'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import { exportUsage } from './csv-exports'
import { readUsage } from './read-usage'
import { UsageQuery } from './schema'
import { bookUsage } from './testing/book-usage'

await applySeed()

const HOUR = 3_600_000

async function newCustomer(): Promise<Caller> {
  const customerId = `cus_${randomUUID()}`
  await grantCredit({ customerId, amountNanos: 10n ** 12n, key: `grant:${customerId}` })
  return { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
}

const read = (caller: Caller, query: Record<string, string>) => readUsage(caller, UsageQuery.parse(query))

it.each([
  ['an ordinary day', 'Europe/Berlin', '2026-11-21', 24],
  ['a day that loses an hour', 'Europe/Berlin', '2026-03-29', 23],
  ['a day that gains one', 'Europe/Berlin', '2026-10-25', 25],
  ['a day that gains half of one', 'Australia/Lord_Howe', '2026-04-05', 25],
  ['a zone of quarter hours', 'Asia/Kathmandu', '2026-11-21', 24],
])('%s has its hours, and they sum up to it', async (_, timezone, date, count) => {
  const caller = await newCustomer()
  const quarters = Array.from({ length: 14 }, (_, index) => Date.parse(date) + (index * 3.25 - 14) * HOUR)
  for (const [index, at] of quarters.entries())
    await bookUsage(caller, new Date(at), { modelId: index % 3 ? 'sandbox/chat' : 'sandbox/chat-pro' })
  const days = { start_date: date, end_date: date, timezone, group_by: 'model' }
  const { hourly = [], daily } = await read(caller, { ...days, interval: 'hour' })

  expect(hourly).toHaveLength(count)
  const [first] = hourly
  expect(hourly.map(({ start }) => Date.parse(start) - Date.parse(first?.start ?? ''))).toEqual(
    Array.from({ length: count }, (_, hour) => hour * HOUR),
  )
  const sum = (costs: string[]) =>
    formatUsd(costs.reduce((total, cost) => total + (parseUsd(cost) ?? 0n), 0n))
  expect(sum(hourly.map(({ cost }) => cost))).toBe(daily[0]?.cost)
  expect(hourly.reduce((total, { requests }) => total + requests, 0)).toBe(daily[0]?.requests)
  for (const hour of hourly) {
    const start = Date.parse(hour.start)
    const until = Date.parse(hourly.find((other) => Date.parse(other.start) > start)?.start ?? '2999-01-01')
    expect(hour.groups?.reduce((total, { requests }) => total + requests, 0)).toBe(hour.requests)
    if (until < start + 2 * HOUR)
      expect(hour.requests).toBe(quarters.filter((at) => at >= start && at < until).length)
  }
})

it('is left out when only days are asked for', async () => {
  const reply = await read(await newCustomer(), { start_date: '2026-11-21', end_date: '2026-11-21' })
  expect(reply).not.toHaveProperty('hourly')
})

it('is a table of hours where a table is asked for', async () => {
  const caller = await newCustomer()
  await bookUsage(caller, new Date('2026-11-21T05:20:00Z'), { modelId: 'sandbox/chat' })
  const query = { start_date: '2026-11-21', end_date: '2026-11-21', format: 'csv' }
  const table = async (interval: string) => {
    const { content } = await exportUsage(caller, UsageQuery.parse({ ...query, interval }))
    return content.split('\r\n').map((line) => line.split(','))
  }
  const hours = await table('hour')
  expect(hours).toHaveLength(1 + 24 + 1)
  expect(hours[0]?.[0]).toBe('start')
  expect(hours[6]?.slice(0, 2)).toEqual(['2026-11-21T05:00:00.000Z', 'sandbox/chat'])
  expect(hours[7]?.slice(0, 2)).toEqual(['2026-11-21T06:00:00.000Z', ''])
  const days = await table('day')
  expect(days.map(([first]) => first)).toEqual(['date', '2026-11-21', ''])
  expect(hours[6]?.slice(1)).toEqual(days[1]?.slice(1))
})
