import type { Modality } from '@/lib/catalog/schema'
import { addTraffic, type Traffic, type TrafficRow } from '@/lib/usage/traffic'

/** What a model did at all its providers together. */
export type ModelTraffic = Traffic & {
  modelId: string
  modality: Modality
  /** Who served most of it. */
  providerId: string
}

/** By model, the most used first: by tokens, then by requests. */
export function modelTraffic(routes: readonly TrafficRow[]): ModelTraffic[] {
  const byModel = Map.groupBy(
    routes.filter(({ requests }) => requests > 0),
    ({ model_id }) => model_id,
  )
  const models = [...byModel.values()].flatMap((rows): ModelTraffic[] => {
    const [first] = rows.toSorted((a, b) => byUse(a, b) || compare(a.provider_id ?? '', b.provider_id ?? ''))
    if (!first?.model_id || !first.modality || !first.provider_id) return []
    const { model_id: modelId, modality, provider_id: providerId } = first
    return [{ ...addTraffic(rows), modelId, modality, providerId }]
  })
  return models.sort((a, b) => byUse(a, b) || compare(a.modelId, b.modelId))
}

export function byUse(a: Traffic, b: Traffic): number {
  return compare(b.total_tokens, a.total_tokens) || b.requests - a.requests
}

function compare<Value extends bigint | string>(a: Value, b: Value): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
