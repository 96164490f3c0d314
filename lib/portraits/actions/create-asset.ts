import type { z } from 'zod'
import { isObjectUrl, readOwnObject } from '@/lib/objects/read-object'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/check-outbound-url'
import { invalidParameter } from '../internal/invalid-parameter'
import { newPortraitId } from '../internal/new-portrait-id'
import { ingestAssetJob } from '../jobs'
import { findGroup, insertAsset } from '../repository'
import type { CreateAssetInput } from '../schema'

/** Takes note of an asset; a job fetches and checks its media. */
export async function createAsset(
  caller: Caller,
  input: z.output<typeof CreateAssetInput>,
): Promise<{ Id: string }> {
  const { customerId } = caller
  const group = await findGroup(customerId, input.GroupId)
  if (group === null) throw new AppError('forbidden')
  await checkUrl(customerId, input.URL)
  const now = clock.now()
  const id = newPortraitId('asset', now)
  const data = {
    id,
    groupId: group.id,
    customerId,
    name: input.Name ?? '',
    assetType: input.AssetType,
    status: 'Processing',
    sourceUrl: input.URL,
    createdAt: now,
    updatedAt: now,
  }
  const outcome = await insertAsset(data, env().PORTRAIT_ASSET_QUOTA, (transaction) =>
    enqueue(ingestAssetJob, { assetId: id }, { transaction, group: customerId }),
  )
  if (outcome === 'gone') throw new AppError('forbidden')
  if (outcome === 'full') throw new AppError('quota_exceeded')
  return { Id: id }
}

async function checkUrl(customerId: string, url: string): Promise<void> {
  if (isObjectUrl(url)) {
    if ((await readOwnObject(customerId, url)) === null)
      throw invalidParameter('URL', 'URL leads to nothing.')
    return
  }
  const fault = await checkOutboundUrl(url)
  if (fault !== undefined) throw invalidParameter('URL', fault)
}
