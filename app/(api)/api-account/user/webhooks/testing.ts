import { createKey } from '@/lib/account/api-keys/keys'
import type { KeyScope } from '@/lib/account/api-keys/schema'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { openDoors as open } from '@/lib/http/testing'
import { openCallbackQueue } from '@/lib/work/deliveries/testing'
import * as redeliver from './deliveries/[id]/redeliver/route'
import * as delivery from './deliveries/[id]/route'
import * as deliveries from './deliveries/route'
import * as endpoint from './endpoints/[id]/route'
import * as endpoints from './endpoints/route'
import * as rotate from './rotate-secret/route'
import * as webhooks from './route'
import * as test from './test/route'

/** For the tests beside it: these routes, and customers with a key that may manage the account. */
export const base = '/api-account/user/webhooks'

const modules = {
  [base]: webhooks,
  [`${base}/endpoints`]: endpoints,
  [`${base}/endpoints/[id]`]: endpoint,
  [`${base}/rotate-secret`]: rotate,
  [`${base}/test`]: test,
  [`${base}/deliveries`]: deliveries,
  [`${base}/deliveries/[id]`]: delivery,
  [`${base}/deliveries/[id]/redeliver`]: redeliver,
}

export async function openDoors() {
  await openCallbackQueue({ works: false })
  return open(modules)
}

export async function newOwner(scopes: KeyScope[] = ['account:read', 'account:write']) {
  const owner = await newAccountOwner()
  return { owner, key: (await createKey(owner, { name: 'admin', scopes })).key }
}
