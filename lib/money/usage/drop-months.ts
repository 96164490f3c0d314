import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import {
  dropMonth,
  exportHours,
  hasWaiting,
  listMonths,
  type Month,
  sumHours,
} from './internal/month-repository'
import { sumOlderHours } from './internal/older-repository'

const DAY_MILLIS = 86_400_000
/** So many rows wait for the export at most, give or take an hour's. */
const EXPORTED_AT_ONCE = 5_000_000

/**
 * With `USAGE_STORE=clickhouse`, drops the months that ended USAGE_DAYS ago from PostgreSQL, oldest first, once ClickHouse has
 * shown that it has each of their rows. Hours that it lacks are exported again. Safe to repeat on any process.
 */
export async function dropOldMonths(): Promise<void> {
  const { USAGE_STORE, USAGE_DAYS } = env()
  if (USAGE_STORE === 'postgres') return
  const before = clock.now().getTime() - USAGE_DAYS * DAY_MILLIS
  for (const month of await listMonths()) {
    if (month.until.getTime() > before || (await hasWaiting(month)) || !(await isInClickhouse(month))) return
    if (!(await dropMonth(month))) return
    logger.info({ month: month.name }, 'requests of a month are now in ClickHouse alone')
  }
}

async function isInClickhouse(month: Month): Promise<boolean> {
  const [stored, older] = [await sumHours(month), await sumOlderHours(month.from, month.until)]
  const there = new Map(older.map((one) => [one.hour, one]))
  const lacking = stored.filter(({ hour, requests, proof }) => {
    const found = there.get(hour)
    return found?.requests !== requests || found.proof !== proof
  })
  // More than PostgreSQL has cannot be compared, and exporting again does not help.
  const strange = lacking.filter(({ hour, requests }) => (there.get(hour)?.requests ?? 0) > requests)
  if (strange.length > 0)
    logger.warn(
      { month: month.name, hours: strange.map(({ hour }) => new Date(hour * 3_600_000).toISOString()) },
      'ClickHouse has requests that PostgreSQL does not have',
    )
  let rows = 0
  const hours = lacking.flatMap((one) => {
    if (strange.includes(one) || rows > EXPORTED_AT_ONCE) return []
    rows += one.requests
    return [one.hour]
  })
  if (hours.length > 0) await exportHours(month, hours)
  return lacking.length === 0
}
