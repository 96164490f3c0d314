import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client'
import { paths, signInAgainPath } from './paths'

/** One cache for a tab. Client errors are not retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: {
        // Without a connection a page says so; TanStack would wait silently until there is one.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (attempt) => Math.min(4000, 500 * 2 ** attempt),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** The session ended while the page was open. */
function leaveWhenSignedOut(error: Error): void {
  if (!(error instanceof ApiError) || error.status !== 401) return
  if (window.location.pathname.startsWith(paths.signIn)) return
  window.location.assign(signInAgainPath(window.location.pathname + window.location.search))
}
