'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { loadToasts } from '@/components/ui/toast'
import { ApiError } from '../../lib/client/api-client'
import { paths, signInAgainPath } from '../../lib/client/paths'
import { isLeaving } from './session-tabs'

export function ConsoleProviders({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** One cache per tab. Client errors are not retried. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    // Most changes end in a toast: what shows it is there before their answer.
    mutationCache: new MutationCache({ onMutate: () => void loadToasts(), onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: {
        // Offline, a page says so. TanStack's default would wait silently for a connection.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && isTemporary(error),
        retryDelay: (attempt) => Math.min(4000, 500 * 2 ** attempt),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

function isTemporary(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** A 401 means that the session ended while the page was open. */
function leaveWhenSignedOut(error: Error): void {
  if (!(error instanceof ApiError) || error.status !== 401 || isLeaving()) return
  if (window.location.pathname.startsWith(paths.signIn)) return
  window.location.assign(signInAgainPath(window.location.pathname + window.location.search))
}
