import { readPrices } from '@/lib/billing/read-prices'
import { pricedReading } from './internal/priced-reading'
import { costOf } from './settle-meter'
import type { TaskReading } from './settle-task-meter'

/** What a task that ended like this costs, nano-USD, before it is settled. */
export async function costOfTask(reading: TaskReading): Promise<bigint> {
  const versioned = (await readPrices([reading.priceId])).get(reading.priceId)
  return costOf(pricedReading(reading, versioned))
}
