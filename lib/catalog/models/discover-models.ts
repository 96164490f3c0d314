import type { ListedModel } from '@/lib/upstream/contract/adapter'
import { type DiscoveredModel, ModelId } from './edit-models-schema'
import { textModality } from './find-local-models'
import { type KnownRoute, listKnownRoutes } from './operator-repository'
import { Modality, Pricing } from './schema'

/** A provider's listed models with their match in the catalog and a suggested id, name and price. */
export async function matchListed(
  providerId: string,
  listed: readonly ListedModel[],
): Promise<DiscoveredModel[]> {
  const routes = await listKnownRoutes()
  return suggest(providerId, listed, routes).sort((a, b) => (a.upstream_id < b.upstream_id ? -1 : 1))
}

type Route = Pick<KnownRoute, 'id' | 'modelId' | 'providerId' | 'upstreamId'> & {
  model: { name: string; modality: string }
  provider: { name: string }
  price: { pricing: unknown; cost: unknown } | null
}

/** A model matches by the provider's name for it, by its id, or by the last segment of either. */
export function suggest(
  providerId: string,
  listed: readonly ListedModel[],
  routes: readonly Route[],
): DiscoveredModel[] {
  const existing = routes.filter((route) => route.providerId === providerId)
  const served = new Map(existing.map((route) => [route.upstreamId, route]))
  const servedIds = new Set(existing.map(({ modelId }) => modelId))
  const foreign = routes.filter((route) => route.providerId !== 'sandbox' && !servedIds.has(route.modelId))
  const unique = [...new Map(listed.map((model) => [model.id, model])).values()]
  return unique.map(({ id, contextLength }) => {
    const own = served.get(id)
    const known =
      own ??
      foreign.find(({ upstreamId }) => upstreamId === id) ??
      foreign.find(({ modelId }) => modelId === id) ??
      foreign.find(({ upstreamId, modelId }) =>
        [upstreamId, modelId].some((name) => lastSegment(name) === lastSegment(id)),
      )
    const pricing = Pricing.safeParse(known?.price?.cost ?? known?.price?.pricing).data ?? null
    return {
      upstream_id: id,
      context_length: contextLength,
      served_as: own?.modelId ?? null,
      route_id: own?.id ?? null,
      model_id: known?.modelId ?? idOf(providerId, id),
      is_known: known !== undefined,
      name: known?.model.name ?? id.slice(id.lastIndexOf('/') + 1),
      modality: Modality.safeParse(known?.model.modality).data ?? guessModality(id),
      pricing,
      priced_as_at: pricing && (known?.provider.name ?? null),
    }
  })
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).toLowerCase()
}

/** Empty where no id can be derived; the operator then enters one. */
function idOf(providerId: string, upstreamId: string): string {
  const id = `${providerId}/${upstreamId.replace(/[^\w.:/-]+/g, '-')}`
  return /[a-z0-9]/i.test(upstreamId) ? (ModelId.safeParse(id).data ?? '') : ''
}

/** Lists have no modality, so it is guessed by name; the operator can correct it. */
const modalityPatterns: readonly (readonly [RegExp, Modality])[] = [
  [/moderation|guard/i, 'moderation'],
  [/whisper|transcri/i, 'transcription'],
  [/\btts\b|-tts|text-to-speech/i, 'speech'],
  [/dall-e|gpt-image|imagen|flux|stable-diffusion|sdxl|-image/i, 'image'],
  [/\bveo|sora|seedance|kling|-video/i, 'video'],
]

function guessModality(id: string): Modality {
  return modalityPatterns.find(([pattern]) => pattern.test(id))?.[1] ?? textModality(id)
}
