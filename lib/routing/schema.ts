import type { CatalogModel, CatalogRoute } from '@/lib/catalog/catalog-snapshot'
import type { Modality } from '@/lib/catalog/schema'

/**
 * Routing: which provider serves a request. A caller names a model; its key may say in which order providers are tried,
 * by what they are sorted, and which other models may step in. The answer is a list: the next route is tried when the
 * one before failed and nothing has reached the client yet.
 */

/** A route of the catalog, as one that a request may take. */
export type ResolvedRoute = CatalogRoute

export type RouteRequest = {
  /** As the caller wrote it; absent or `"default"`: the key's default model. */
  model: string | undefined
  modality: Modality
}

export type Resolution = {
  /** What was asked for; a route may serve another model when the key allows that. */
  model: CatalogModel
  /** Never empty; the first is tried first. */
  routes: readonly ResolvedRoute[]
}
