import { useState } from 'react'
import type { ChatModel } from './chat-model'
import { searchModels } from './search-models'
import { useListNavigation } from './use-list-navigation'

/** The models that fit what is typed, and the one that Enter chooses. */
export function useModelSearch(models: readonly ChatModel[], onChoose: (modelId: string) => void) {
  const [query, setQuery] = useState('')
  const found = searchModels(models, query)
  function choose(at: number): void {
    const model = found[at]
    if (model) onChoose(model.id)
  }
  const navigation = useListNavigation({ count: found.length, onChoose: choose })
  function search(text: string): void {
    setQuery(text)
    navigation.setActive(0)
  }
  return { query, search, found, choose, ...navigation }
}
