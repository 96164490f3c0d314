import { afterAll, beforeAll, expect, it } from 'vitest'
import { applySeed } from '@/lib/catalog/apply-seed'
import { loadCatalog } from '@/lib/catalog/read-snapshot'
import { scopeOf } from '@/lib/http/contract'
import { callThrough, nodeDoorOf } from '@/lib/http/testing'
import { apiRoutes } from './routes'
import { newCustomer } from './v1/testing/new-customer'

/** Every operation of the API's description, with the example that it gives of a body. */
const operations = Object.entries(apiRoutes).flatMap(([folder, module]) =>
  Object.entries(module)
    .filter(([method, { route }]) => method !== 'OPTIONS' && route.access !== 'operator')
    .map(([method, { route }]) => ({ method, path: folder.replaceAll(/\[[^\]]+\]/g, 'some'), route })),
)

const { door, close } = await nodeDoorOf(apiRoutes)
afterAll(close)

const scopes = ['inference', 'account:read', 'account:write'] as const
let keys: { all: string; without: Record<(typeof scopes)[number], string> }
beforeAll(async () => {
  await applySeed()
  await loadCatalog()
  const { keyWith } = await newCustomer()
  const without = (scope: string) => keyWith({ scopes: scopes.filter((other) => other !== scope) })
  keys = {
    all: await keyWith({ scopes: [...scopes] }),
    without: {
      inference: await without('inference'),
      'account:read': await without('account:read'),
      'account:write': await without('account:write'),
    },
  }
})

/** The status, and the code of a refusal. */
async function ask({ method, path, route }: (typeof operations)[number], key?: string) {
  const { example } = route.declaration
  const call = callThrough(async (...sent) => {
    const response = await door(...sent)
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return isJson ? response : new Response(null, { status: response.status === 200 ? 204 : response.status })
  })
  return call(method, path, { key, ...(method !== 'GET' && example !== undefined && { json: example }) })
}

const insufficient = { status: 403, body: { error: { code: 'insufficient_scope' } } }

it.each(operations)('$method $path is open to whom its description names', async (operation) => {
  const { route, method } = operation
  const { refusal, isForPerson } = route.declaration
  const open = await ask(operation, keys.all)
  expect(open.status).not.toBe(401)
  // An answer that the declaration does not name is an internal error in tests.
  expect(open.status).not.toBe(500)
  if (isForPerson) expect(open).toMatchObject(insufficient)
  else expect(open).not.toMatchObject(insufficient)
  if (route.access === 'public') return
  expect((await ask(operation)).status).toBe(401)
  const lacking = await ask(operation, keys.without[scopeOf(route, method)])
  expect(lacking).toMatchObject(refusal ? { status: 403 } : insufficient)
})
