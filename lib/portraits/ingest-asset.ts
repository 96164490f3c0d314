import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteObjects, extendObject, keepObject } from '@/lib/objects/keep-object'
import { clock } from '@/lib/platform/clock'
import type { JobRun } from '@/lib/platform/jobs/job'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { fetchMedia } from './internal/fetch-media'
import { MediaFault } from './internal/media-fault'
import { mediaLimits } from './internal/media-limits'
import { registerAsset } from './internal/register-asset'
import { type AssetRow, endAsset, findAssetForWork, saveAssetCopy, touchAsset } from './repository'
import { AssetType } from './schema'

/** Assets are kept until they are deleted. */
const FOR_GOOD = new Date('9999-01-01T00:00:00Z')
/** A copy that no asset names, because its process died before it could say so, is swept. */
const UNKNOWN_AT_MOST_MILLIS = 24 * 3600 * 1000

/** Fetch, check, store, register: each step is done once, whichever process gets there. A fault of the media ends it. */
export async function ingestAsset({
  payload,
  isLastAttempt,
  signal,
}: Pick<JobRun<{ assetId: string }>, 'payload' | 'isLastAttempt' | 'signal'>): Promise<void> {
  const row = await findAssetForWork(payload.assetId)
  if (row === null || row.status !== 'Processing') return
  await touchAsset(row.id, clock.now())
  try {
    if (row.objectId === null) await storeMedia(row, signal)
    const stored = await findAssetForWork(row.id)
    if (stored !== null) await registerAsset(stored, signal)
  } catch (error) {
    const reason =
      finalReason(error) ?? (isLastAttempt ? 'DownloadFailed: The asset could not be registered.' : null)
    if (reason === null) throw error
    await endAsset(row.id, { status: 'Failed', failedReason: reason, updatedAt: clock.now() })
  }
}

/** What another try would not change. */
function finalReason(error: unknown): string | null {
  if (error instanceof MediaFault) return `${error.code}: ${error.message}`
  if (error instanceof UpstreamError && error.fault === 'rejected')
    return `${error.code ?? 'ContentRestricted'}: ${error.hasPublicMessage ? error.message : 'The vault refused it.'}`
  return null
}

async function storeMedia(row: AssetRow, signal: AbortSignal): Promise<void> {
  const { customerId, sourceUrl } = row
  const assetType = AssetType.parse(row.assetType)
  const folder = await mkdtemp(join(tmpdir(), 'portico-asset-'))
  try {
    const path = join(folder, 'media')
    const { maxBytes } = mediaLimits[assetType]
    await fetchMedia({ customerId, url: sourceUrl, maxBytes, path, signal })
    const { checkMedia } = await import('./internal/check-media')
    const mimeType = await checkMedia(path, assetType)
    const kept = await keepObject({
      customerId,
      body: createReadStream(path),
      mimeType,
      expiresAt: new Date(clock.now().getTime() + UNKNOWN_AT_MOST_MILLIS),
      access: 'signed',
    })
    const copy = { customerId, id: kept.id, expiresAt: FOR_GOOD }
    const isFirst = await saveAssetCopy(row.id, { objectId: kept.id, mimeType }, (transaction) =>
      extendObject(copy, transaction),
    )
    if (!isFirst) await deleteObjects(customerId, [kept.id])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
