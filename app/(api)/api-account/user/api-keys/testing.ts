import { createKey } from '@/lib/account/api-keys/keys'
import { CreatedApiKey, type KeyScope } from '@/lib/account/api-keys/schema'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { type Call, openDoors as open } from '@/lib/http/testing'
import type { Caller } from '@/lib/platform/caller'
import * as defaultModels from './[id]/default-models/route'
import * as rotate from './[id]/rotate/route'
import * as one from './[id]/route'
import * as list from './route'

/** For the tests beside it: these routes, and a customer with a key that may do everything. */
export const base = '/api-account/user/api-keys'
export const everything: KeyScope[] = ['inference', 'account:read', 'account:write']

const modules = {
  [base]: list,
  [`${base}/[id]`]: one,
  [`${base}/[id]/default-models`]: defaultModels,
  [`${base}/[id]/rotate`]: rotate,
}

export const openDoors = () => open(modules)

export async function newOwner(): Promise<{ owner: Caller; admin: string }> {
  const owner = await newAccountOwner()
  return { owner, admin: (await createKey(owner, { name: 'admin', scopes: everything })).key }
}

export async function makeKey(call: Call, admin: string, json: Record<string, unknown> = { name: 'first' }) {
  const { body } = await call('POST', base, { key: admin, json })
  return CreatedApiKey.parse(body)
}
