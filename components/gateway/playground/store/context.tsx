'use client'

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Conversation } from '../conversation/conversation'
import type { ChatModel } from '../models/chat-model'
import { type Owner, ownerIdOf } from './archive'
import type { Draft } from './draft'
import { type PlaygroundState, PlaygroundStore } from './playground-store'

const StoreContext = createContext<PlaygroundStore | null>(null)

// One store per tab, person and organization. It outlives the page, so that answers are completed while the reader is on another page of
// the console.
const stores = new Map<string, PlaygroundStore>()

function storeFor(owner: Owner): PlaygroundStore {
  if (typeof window === 'undefined') return new PlaygroundStore(owner)
  const store = stores.get(ownerIdOf(owner)) ?? new PlaygroundStore(owner)
  stores.set(store.ownerId, store)
  return store
}

export function PlaygroundProvider({ owner, children }: { owner: Owner; children: ReactNode }) {
  const [store] = useState(() => storeFor(owner))
  return <StoreContext value={store}>{children}</StoreContext>
}

export function usePlaygroundStore(): PlaygroundStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('The playground store is missing above this component.')
  return store
}

/** One part of the state. `select` must return the same object for the same state. */
export function usePlayground<Part>(select: (state: PlaygroundState) => Part): Part {
  const store = usePlaygroundStore()
  const read = () => select(store.getState())
  return useSyncExternalStore(store.subscribe, read, read)
}

const selectCurrent = (state: PlaygroundState) => state.conversations[state.currentId]

/** The open conversation. There always is one. */
export function useConversation(): Conversation {
  const conversation = usePlayground(selectCurrent)
  if (!conversation) throw new Error('No conversation is open.')
  return conversation
}

/** The chat models that can be chosen. */
export function useModels(): readonly ChatModel[] {
  return usePlayground((state) => state.models)
}

/** The answers being written in the open conversation. */
export function useLiveSteps(): string[] {
  const live = usePlayground((state) => state.live)
  const currentId = usePlayground((state) => state.currentId)
  return useMemo(() => Object.keys(live).filter((stepId) => live[stepId] === currentId), [live, currentId])
}

/** What has arrived of an answer being written. Rerenders at most once a frame. */
export function useLiveDraft(stepId: string): Draft | undefined {
  const { drafts } = usePlaygroundStore()
  const subscribe = useCallback(
    (listener: () => void) => drafts.subscribe(stepId, listener),
    [drafts, stepId],
  )
  const read = () => drafts.read(stepId)
  return useSyncExternalStore(subscribe, read, read)
}
