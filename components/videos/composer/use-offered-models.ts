import { useQuery } from '@tanstack/react-query'
import { withAbilities } from '@/components/studio/with-abilities'
import { VideoCapabilities } from '@/lib/catalog/schema'
import { videoModelsQuery } from '@/lib/videos/queries'
import type { VideoDraft } from '../draft'
import { canFilm, videoModes } from './modes'

/** The models that can do what is asked, the one that is asked (the first where none was chosen), and what any can do. */
export function useOfferedModels(draft: VideoDraft) {
  const models = useQuery(videoModelsQuery())
  const known = withAbilities(models.data ?? [], VideoCapabilities)
  const offered = known.filter(({ able }) =>
    draft.finishes === null ? canFilm(able, draft.mode) : able.draft,
  )
  // All of them while nothing is known, so that nothing moves once it is.
  const modes = videoModes.filter(
    ({ value }) => models.isPending || known.some(({ able }) => canFilm(able, value)),
  )
  return { models, offered, modes, model: offered.find(({ id }) => id === draft.model) ?? offered[0] }
}
