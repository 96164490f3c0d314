import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import type { RouteModule } from '@/lib/http/contract'
import { nodeDoorOf } from '@/lib/http/testing'

/** For tests: a `fetch` for the vendors' own clients that calls these routes, with the sandbox behind them. */
export async function openClients(modules: Readonly<Record<string, RouteModule>>) {
  await loadCatalog()
  const { door, close } = await nodeDoorOf(modules)
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return door(init?.method ?? 'GET', pathname + search, init)
  }
  return { fetch, close }
}

/** The error that `work` throws. Throws if it succeeds or fails with another type. */
export async function failureOf<Failure extends Error>(
  work: Promise<unknown>,
  kind: abstract new (...parameters: never[]) => Failure,
): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof kind) return error
  throw new Error('it did not fail as expected', { cause: error })
}
