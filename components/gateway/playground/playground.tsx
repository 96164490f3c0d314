'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useEffect } from 'react'
import { PlaygroundSkeleton } from '@/components/layout/page-skeleton'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { modelListQuery } from '@/lib/catalog/models/queries'
import type { ModelListReply } from '@/lib/catalog/models/schema'
import { balanceKey } from '@/lib/money/orders/queries'
import type { ChatModel } from './models/chat-model'
import { PlaygroundProvider, usePlayground, usePlaygroundStore } from './store/context'
import type { PlaygroundStore } from './store/playground-store'
import { Workspace } from './workspace'

/** The playground of one account. Conversations are kept under its id, in this browser only. */
export function Playground({ ownerId }: { ownerId: string }) {
  return (
    <PlaygroundProvider ownerId={ownerId}>
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
  if (models?.length === 0) {
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
  return ready ? <Workspace /> : <PlaygroundSkeleton />
}

/** Every finished answer has cost something: the balance in the console's bar follows. */
function useFreshBalance(): void {
  const client = useQueryClient()
  const writing = usePlayground((state) => Object.keys(state.live).length)
  useEffect(() => {
    if (writing === 0) void client.invalidateQueries({ queryKey: balanceKey })
  }, [client, writing])
}

const selectChatModels = (list: ModelListReply): ChatModel[] =>
  list.data
    .filter((model) => model.modality === 'chat')
    .map((model) => ({
      id: model.id,
      name: model.name,
      contextLength: model.context_length,
      promptPrice: model.pricing.prompt ?? null,
      completionPrice: model.pricing.completion ?? null,
      supportedParameters: model.supported_parameters,
      readsImages: readsImages(model.capabilities.input_modalities),
    }))

function readsImages(modalities: unknown): boolean {
  return !Array.isArray(modalities) || modalities.includes('image')
}

/** Passes the models to the store, once both it and the list are ready. */
function useModelsInStore(models: readonly ChatModel[] | undefined): void {
  const store = usePlaygroundStore()
  const ready = usePlayground((state) => state.phase === 'ready')
  const currentId = usePlayground((state) => state.currentId)
  useEffect(() => {
    if (!ready || !models || !currentId) return
    const asked = takeAskedModel()
    if (asked && models.some((model) => model.id === asked)) store.startWith(asked)
    store.setModels(models)
  }, [store, ready, models, currentId])
}

const parameter = 'c'

function readAskedConversation(): string | null {
  return new URLSearchParams(window.location.search).get(parameter)
}

/** `?model=…`, as other pages link here; read once, then removed from the address. */
function takeAskedModel(): string | null {
  const url = new URL(window.location.href)
  const asked = url.searchParams.get('model')
  if (asked === null) return null
  url.searchParams.delete('model')
  window.history.replaceState(null, '', url)
  return asked
}

/** Keeps the open conversation in the address, so that a reload or a bookmark comes back to it. */
function useAddress(): void {
  const kept = usePlayground((state) => {
    const current = state.conversations[state.currentId]
    return state.phase === 'ready' && current ? (current.turns.length > 0 ? current.id : '') : null
  })
  useEffect(() => {
    if (kept === null || (readAskedConversation() ?? '') === kept) return
    const url = new URL(window.location.href)
    if (kept === '') url.searchParams.delete(parameter)
    else url.searchParams.set(parameter, kept)
    window.history.replaceState(null, '', url)
  }, [kept])
}

const channelName = 'portico.playground'

/** Saves when the page is left, and hears of changes made in other tabs. */
function usePageLife(store: PlaygroundStore): void {
  useEffect(() => {
    const keep = () => {
      void store.flush()
      void store.saveDrafts()
    }
    const leave = () => {
      store.leaving = true
      keep()
    }
    // Back from the browser's page cache: the streams are closed, what they had is in the archive.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    const onVisibility = () => document.visibilityState === 'hidden' && keep()
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
    store.onKept = (id) => channel.postMessage(id)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => void store.hear(String(data))
    return () => {
      store.onKept = null
      channel.close()
    }
  }, [store])
}
