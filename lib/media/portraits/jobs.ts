import { z } from 'zod'
import type { QueuedJob } from '@/lib/platform/jobs/job'

const Asset = z.object({ assetId: z.string() })

/** Fetches an asset's file, checks it, stores it and registers it in the vault. */
export const ingestAssetJob: QueuedJob<z.infer<typeof Asset>> = {
  name: 'portraits.ingest-asset',
  payload: Asset,
  concurrency: () => 4,
  groupConcurrency: () => 2,
  retryLimit: 8,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 120,
  expireInSeconds: 10 * 60,
}

const Forgotten = z.object({ groupId: z.string().nullable(), assetId: z.string().nullable() })

/** Deletes in the vault what was deleted here. The ids are the vault's. */
export const deleteFromVaultJob: QueuedJob<z.infer<typeof Forgotten>> = {
  name: 'portraits.forget-in-vault',
  payload: Forgotten,
  concurrency: () => 2,
  retryLimit: 20,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 3600,
  expireInSeconds: 2 * 60,
}
