import { catalogSnapshot } from '@/lib/catalog/read-snapshot'
import { VideoCapabilities } from '@/lib/catalog/schema'

/** What a model can do; undefined while it is not offered. */
export function abilitiesOf(modelId: string): VideoCapabilities | undefined {
  return VideoCapabilities.safeParse(catalogSnapshot().models.get(modelId)?.capabilities).data
}
