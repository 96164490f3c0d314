import { listRecords, type UsageRecordRow } from '../repository'
import type { RecordFilter } from './record-list-sql'
import { listQuarters, listUsedModels, type Quarter } from './rollup-repository'

const FIRST_QUARTERS = 4
/** Some that are listed hold nothing after all: at either end of the time asked for, or where all was refunded. */
const SPARE_QUARTERS = 2

/**
 * The customer's rows that the filter lets pass, newest first. Rows have one index, by time. So that what is rare is found
 * without reading all that is newer, rollups and tallies say in which quarters of an hour there is any of it, and
 * between which moments of each, and only those are read: few at first, since mostly they hold enough.
 */
export async function findRecords(
  customerId: string,
  filter: RecordFilter,
  limit: number,
): Promise<UsageRecordRow[]> {
  const { modelId, apiKeyId, status, modality } = filter
  const tellsModels = modelId !== undefined || modality !== undefined
  const isNarrow = tellsModels || apiKeyId !== undefined || status === 'failed'
  if (!isNarrow || status === 'refunded') return listRecords(customerId, filter, limit)
  const models = tellsModels ? await listUsedModels(customerId, filter) : null
  const found: UsageRecordRow[] = []
  let before: Date | null = null
  for (let count = FIRST_QUARTERS; ; ) {
    const quarters: Quarter[] = await listQuarters(customerId, filter, models, before, count)
    const rows = await listRecords(customerId, filter, limit - found.length, quarters)
    found.push(...rows)
    if (found.length === limit || quarters.length < count) return found
    before = quarters.at(-1)?.quarter ?? null
    count = Math.min(count * 4, limit - found.length + SPARE_QUARTERS)
  }
}
