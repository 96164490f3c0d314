import { applySeed } from '@/lib/catalog/apply-seed'
import { loadCatalog } from '@/lib/catalog/read-snapshot'
import { newAccountOwner } from '@/lib/identity/testing/new-account-owner'
import type { Caller } from '@/lib/platform/caller'

/** For tests: a new customer, where the models stand that keys may name. */
export async function newKeyOwner(): Promise<Caller> {
  await applySeed()
  await loadCatalog()
  return newAccountOwner()
}
