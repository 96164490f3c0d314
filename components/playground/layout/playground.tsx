'use client'

import { useQueryClient } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useEffect } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { balanceKey } from '@/lib/billing/queries'
import { useChatModels, useModelsInStore } from '../models/use-chat-models'
import { PlaygroundProvider, usePlayground, usePlaygroundStore } from '../store/playground-context'
import { readAskedConversation, useAddress } from '../store/use-address'
import { usePageLife } from '../store/use-page-life'
import { PlaygroundSkeleton } from './playground-skeleton'
import { Studio } from './studio'

/** The playground of one account. Conversations are kept under its id, in this browser only. */
export function Playground({ ownerId }: { ownerId: string }) {
  return (
    <PlaygroundProvider ownerId={ownerId}>
      <div className="flex h-[calc(100dvh-var(--shell-bar))] min-w-0 flex-col overflow-hidden">
        <PlaygroundLoader />
      </div>
    </PlaygroundProvider>
  )
}

function PlaygroundLoader() {
  const store = usePlaygroundStore()
  const ready = usePlayground((state) => state.phase === 'ready')
  const { data: models, error, refetch, isFetching } = useChatModels()
  useEffect(() => void store.start(readAskedConversation()), [store])
  usePageLife(store)
  useAddress()
  useModelsInStore(models)
  useFreshBalance()

  if (error && !models) {
    return (
      <div className="flex flex-1 flex-col justify-center">
        <h1 className="sr-only">Playground</h1>
        <ErrorState
          title="The models could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </div>
    )
  }
  if (!ready || !models) return <PlaygroundSkeleton />
  if (models.length === 0) {
    return (
      <>
        <h1 className="sr-only">Playground</h1>
        <EmptyState
          icon={<SquareTerminal />}
          title="No chat models"
          description="No provider of a chat model is configured. Set a provider’s API key, or name providers in PROVIDERS_FILE, and restart."
        />
      </>
    )
  }
  return <Studio models={models} />
}

/** Every finished answer has cost something: the balance in the console's bar follows. */
function useFreshBalance(): void {
  const client = useQueryClient()
  const writing = usePlayground((state) => Object.keys(state.live).length)
  useEffect(() => {
    if (writing === 0) void client.invalidateQueries({ queryKey: balanceKey })
  }, [client, writing])
}
