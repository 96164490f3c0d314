import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { modelListQuery } from '@/lib/catalog/queries'
import type { ModelListReply } from '@/lib/catalog/schema'
import { usePlayground, usePlaygroundStore } from '../store/playground-context'
import { takeAskedModel } from '../store/use-address'
import type { ChatModel } from './chat-model'

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

export function useChatModels() {
  return useQuery({ ...modelListQuery(), select: selectChatModels })
}

/** Tells the store which models there are, once both it and the list are ready. */
export function useModelsInStore(models: readonly ChatModel[] | undefined): void {
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
