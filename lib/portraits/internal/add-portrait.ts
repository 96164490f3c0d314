import { keepObject } from '@/lib/objects/keep-object'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { enqueue } from '@/lib/platform/jobs/job-queue'
import { ingestAssetJob } from '../jobs'
import { insertAsset } from '../repository'
import { newPortraitId } from './new-portrait-id'

const HOUR_MILLIS = 3600 * 1000

/** The picture that the phone took becomes the group's first asset, checked like every other. */
export async function addPortrait(customerId: string, groupId: string, dataUrl: string): Promise<void> {
  const now = clock.now()
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const expiresAt = new Date(now.getTime() + HOUR_MILLIS)
  const taken = await keepObject({ customerId, body: bytes, mimeType: 'image/jpeg', expiresAt })
  const id = newPortraitId('asset', now)
  const data = {
    id,
    groupId,
    customerId,
    name: 'Portrait',
    assetType: 'Image',
    status: 'Processing',
    sourceUrl: taken.url,
    createdAt: now,
    updatedAt: now,
  }
  await insertAsset(data, env().PORTRAIT_ASSET_QUOTA, (transaction) =>
    enqueue(ingestAssetJob, { assetId: id }, { transaction, group: customerId }),
  )
}
