import { vi } from 'vitest'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { createKey } from './keys'
import { verifyKey } from './verify-key'

/** For tests: a new customer, with a seeded catalog. */
export async function newKeyOwner(): Promise<Caller> {
  await applySeed()
  await loadCatalog()
  return newAccountOwner()
}

/** For tests: a new customer, with a key that may read and change the account. */
export async function newAccountKey() {
  const owner = await newAccountOwner()
  const { key } = await createKey(owner, { name: 'admin', scopes: ['account:read', 'account:write'] })
  return { owner, key }
}

/** `ok`, or the error code that a secret is refused with. */
export async function codeOf(secret: string): Promise<string> {
  try {
    await verifyKey(secret)
    return 'ok'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unexpected'
  }
}

/** Moves the clock forward until mocks are restored. */
export function moveClock(millis: number): void {
  const now = Date.now() + millis
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now))
}
