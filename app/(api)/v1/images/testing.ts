import * as family from '@/app/(api)/api-account/user/families/[id]/route'
import * as imageRecord from '@/app/(api)/api-account/user/images/[id]/route'
import * as imageHistory from '@/app/(api)/api-account/user/images/route'
import { createKey, setDefaultModels } from '@/lib/account/api-keys/keys'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { type Call, callThrough, nodeDoorOf } from '@/lib/http/testing'
import { CreatedImageTask } from '@/lib/media/images/schema'
import { newCustomer as newCustomerWith, openTestbed } from '@/lib/media/images/testing'
import * as edits from './edits/route'
import * as cancel from './generations/[id]/cancel/route'
import * as task from './generations/[id]/route'
import * as generation from './generations/async/route'
import * as tasks from './generations/route'
import * as models from './models/route'
import * as variations from './variations/route'

/** For the tests beside the routes of images: all of them, the sandbox, and a scripted upstream. */
export const base = '/v1/images'
export const create = `${base}/generations/async`
export const one = (id: string) => `${base}/generations/${id}`

const modules = {
  [create]: generation,
  [`${base}/edits`]: edits,
  [`${base}/variations`]: variations,
  [`${base}/models`]: models,
  [`${base}/generations`]: tasks,
  [`${base}/generations/[id]`]: task,
  [`${base}/generations/[id]/cancel`]: cancel,
  '/api-account/user/images': imageHistory,
  '/api-account/user/images/[id]': imageRecord,
  '/api-account/user/families/[id]': family,
}

export async function openImages() {
  const { first, close } = await openTestbed()
  const node = await nodeDoorOf(modules)
  return {
    call: callThrough(node.door),
    door: node.door,
    upstream: first,
    close: async () => {
      node.close()
      await close()
    },
  }
}

export async function newCustomer(usd?: string) {
  const { customerId } = await newAccountOwner()
  const { caller, rows, money } = await newCustomerWith(usd, customerId)
  const keyWith = async (settings: object = {}, defaultModel?: string) => {
    const { id, key } = await createKey(caller, { name: 'test', ...settings })
    if (defaultModel) await setDefaultModels(caller, id, { chat: null, image: defaultModel, video: null })
    return key
  }
  const accountScopes = { scopes: ['inference', 'account:read', 'account:write'] }
  return {
    owner: caller,
    rows,
    money,
    keyWith,
    key: await keyWith(),
    accountKey: await keyWith(accountScopes),
  }
}

/** A small picture of the sandbox's, unless specified otherwise. */
export function ask(overrides: object = {}) {
  return { model: 'sandbox/image-1', prompt: 'A red kite', size: '64x64', quality: 'low', ...overrides }
}

export async function createdBy(call: Call, key: string, overrides: object = {}): Promise<CreatedImageTask> {
  const { body } = await call('POST', create, { key, json: ask(overrides) })
  return CreatedImageTask.parse(body)
}
