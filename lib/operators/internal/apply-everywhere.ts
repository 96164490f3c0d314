import { loadCatalog } from '@/lib/catalog/read-snapshot'
import { logger } from '@/lib/platform/logger'
import { untilHeard } from '@/lib/platform/notify'

/** After a change of the catalog was committed: this node has read it when this resolves, and the others were told. */
export async function applyCatalogEverywhere(): Promise<void> {
  await Promise.all([loadCatalog(), heardEverywhere()])
}

/** Resolves when every node has dealt with what was announced; a node that hangs is waited for no longer than a second. */
export async function heardEverywhere(): Promise<void> {
  await untilHeard().catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'a change is in force, but other nodes may hear of it late'),
  )
}
