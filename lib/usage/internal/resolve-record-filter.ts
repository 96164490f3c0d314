import type { Caller } from '@/lib/platform/caller'
import type { RecentQuery } from '../schema'
import { resolveInstants } from './day-range'
import type { RecordFilter } from './record-list-sql'
import { resolveFilters } from './resolve-filters'

/** Which requests are asked for. Throws a 400 that names the field at fault. */
export async function resolveRecordFilter(
  caller: Caller,
  query: RecentQuery,
): Promise<Omit<RecordFilter, 'after'>> {
  const { status, modality } = query
  return { ...resolveInstants(query), ...(await resolveFilters(caller, query)), status, modality }
}
