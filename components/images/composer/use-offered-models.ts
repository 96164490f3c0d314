import { useQuery } from '@tanstack/react-query'
import { withAbilities } from '@/components/studio/with-abilities'
import { ImageCapabilities } from '@/lib/catalog/schema'
import { imageModelsQuery } from '@/lib/images/queries'
import type { ImageDraft } from '../draft'

/** The models that can do what is asked, and the one that is asked: the first where none was chosen. */
export function useOfferedModels(draft: ImageDraft) {
  const models = useQuery(imageModelsQuery())
  const known = withAbilities(models.data ?? [], ImageCapabilities)
  const offered = known.filter(({ able }) => canDo(able, draft.way))
  return { models, offered, model: offered.find(({ id }) => id === draft.model) ?? offered[0] }
}

function canDo(able: ImageCapabilities, way: ImageDraft['way']): boolean {
  return way === 'generate' || (way === 'edit' ? able.edits : able.variations)
}
