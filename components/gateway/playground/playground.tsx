'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useEffect } from 'react'
import { PlaygroundSkeleton } from '@/components/layout/page-skeleton'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { modelListQuery } from '@/lib/catalog/models/queries'
import { balanceKey } from '@/lib/money/orders/queries'
import { type ChatModel, selectChatModels } from './models/chat-model'
import type { Owner } from './store/archive'
import { PlaygroundProvider, usePlayground, usePlaygroundStore } from './store/context'
import type { PlaygroundStore } from './store/playground-store'
import { loadTurns } from './thread/column-log'
import { Workspace } from './workspace'

/** The playground of one person. Conversations are stored in this browser only. */
export function Playground({ owner }: { owner: Owner }) {
  return (
    <PlaygroundProvider owner={owner}>
      <PlaygroundLoader />
    </PlaygroundProvider>
  )
}

function PlaygroundLoader() {
  const store = usePlaygroundStore()
  const ready = usePlayground((state) => state.phase === 'ready' && state.models.length > 0)
  const {
    data: models,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...modelListQuery(),
    select: selectChatModels,
  })
  useEffect(() => void store.start(readLinkedConversation()), [store])
  const isUsed = usePlayground((state) => state.summaries.length > 0)
  useEffect(() => void (isUsed && loadTurns()), [isUsed])
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
  if (models?.length === 0) {
    return (
      <>
        <h1 className="sr-only">Playground</h1>
        <EmptyState
          icon={<SquareTerminal />}
          title="No chat models yet"
          description="An operator has to connect a provider that offers chat models."
        />
      </>
    )
  }
  return ready ? <Workspace /> : <PlaygroundSkeleton />
}

/** Refreshes the balance in the console's bar once no answer is being written. */
function useFreshBalance(): void {
  const client = useQueryClient()
  const writing = usePlayground((state) => Object.keys(state.live).length)
  useEffect(() => {
    if (writing === 0) void client.invalidateQueries({ queryKey: balanceKey })
  }, [client, writing])
}

/** Passes the models to the store once both are ready. */
function useModelsInStore(models: readonly ChatModel[] | undefined): void {
  const store = usePlaygroundStore()
  const ready = usePlayground((state) => state.phase === 'ready')
  const currentId = usePlayground((state) => state.currentId)
  useEffect(() => {
    if (!ready || !models || !currentId) return
    const linked = consumeLinkedModel()
    if (linked && models.some((model) => model.id === linked)) store.startWith(linked)
    store.setModels(models)
  }, [store, ready, models, currentId])
}

const parameter = 'c'

function readLinkedConversation(): string | null {
  return new URLSearchParams(window.location.search).get(parameter)
}

/** `?model=…` of a link to the playground. Read once and removed from the address. */
function consumeLinkedModel(): string | null {
  const url = new URL(window.location.href)
  const model = url.searchParams.get('model')
  if (model === null) return null
  url.searchParams.delete('model')
  window.history.replaceState(null, '', url)
  return model
}

/** Puts the open conversation into the address, for reloads and bookmarks. */
function useAddress(): void {
  const openId = usePlayground((state) => {
    const current = state.conversations[state.currentId]
    return state.phase === 'ready' && current ? (current.turns.length > 0 ? current.id : '') : null
  })
  useEffect(() => {
    if (openId === null || (readLinkedConversation() ?? '') === openId) return
    const url = new URL(window.location.href)
    if (openId === '') url.searchParams.delete(parameter)
    else url.searchParams.set(parameter, openId)
    window.history.replaceState(null, '', url)
  }, [openId])
}

const channelName = 'portico.playground'

/** Saves when the page is left, and follows changes made in other tabs. */
function usePageLife(store: PlaygroundStore): void {
  useEffect(() => {
    const save = () => {
      void store.flush()
      void store.saveDrafts()
    }
    const leave = () => {
      store.leaving = true
      save()
    }
    // Restored from the browser's page cache: its streams are closed, and their text is in the archive.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    const onVisibility = () => document.visibilityState === 'hidden' && save()
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [store])

  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel(`${channelName}.${store.ownerId}`)
    store.onSaved = (id) => channel.postMessage(id)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => void store.followOtherTab(String(data))
    return () => {
      store.onSaved = null
      channel.close()
    }
  }, [store])
}
