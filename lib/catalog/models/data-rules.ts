import { DataRules, type DataRulesRequest } from './data-rules-schema'
import { applyCatalogEverywhere, dataRulesOf } from './read-snapshot'
import { deleteDataRules, saveDataRules } from './repository'

/** A customer's rules for all its requests. Keys and requests can add rules, and cannot loosen these. */

export function readDataRules(customerId: string): DataRules {
  return DataRules.parse(dataRulesOf(customerId) ?? {})
}

/** Changes the given rules only. The change is effective on every node when this resolves. */
export async function changeDataRules(customerId: string, change: DataRulesRequest): Promise<void> {
  await saveDataRules(customerId, change)
  await applyCatalogEverywhere()
}

/** Deletes the rules of a deleted customer. */
export async function eraseDataRulesOf(customerId: string): Promise<void> {
  await deleteDataRules(customerId)
}
