import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clock } from '@/lib/platform/clock'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun } from '@/lib/platform/jobs/job'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { download } from '@/lib/platform/safe-fetch/safe-fetch'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { portraitVault } from '@/lib/upstream/registry'
import { deleteObjects, extendObject, keepObject } from '@/lib/work/objects/keep-object'
import { isObjectUrl, readObjectByUrl, signObjectUrl } from '@/lib/work/objects/read-object'
import { ingestAssetJob } from './jobs'
import { MediaFault, mediaLimits } from './media-limits'
import {
  type AssetRow,
  endAsset,
  findAssetForWork,
  listStuckAssets,
  saveAssetCopy,
  saveAssetVaultId,
  saveGroupVaultId,
  touchAsset,
} from './repository'
import { AssetType } from './schema'
import { deleteOldValidations } from './validation-repository'

/** Assets are kept until they are deleted. */
const NEVER = new Date('9999-01-01T00:00:00Z')
/** A copy that no asset names, because its process died before it could say so, is swept. */
const UNRECORDED_MILLIS = 24 * 3600 * 1000

/** Fetches, checks, stores and registers an asset. Each step is done once, by any process. A MediaFault ends the asset. */
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

/** The reason of a failure that a retry would not change; null for others. */
function finalReason(error: unknown): string | null {
  if (error instanceof MediaFault) return `${error.code}: ${error.message}`
  if (error instanceof UpstreamError && error.fault === 'rejected')
    return `${error.code ?? 'ContentRestricted'}: ${error.hasPublicMessage ? error.message : 'The provider rejected it.'}`
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
    const { checkMedia } = await import('./check-media')
    const mimeType = await checkMedia(path, assetType)
    const kept = await keepObject({
      customerId,
      body: createReadStream(path),
      mimeType,
      expiresAt: new Date(clock.now().getTime() + UNRECORDED_MILLIS),
      access: 'signed',
    })
    const copy = { customerId, id: kept.id, expiresAt: NEVER }
    const isFirst = await saveAssetCopy(row.id, { objectId: kept.id, mimeType }, (transaction) =>
      extendObject(copy, transaction),
    )
    if (!isFirst) await deleteObjects(customerId, [kept.id])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const TIMEOUT_MILLIS = 120_000

type Fetch = { customerId: string; url: string; maxBytes: number; path: string; signal: AbortSignal }

/** Streams the media into a file. Throws MediaFault if the link is at fault. */
async function fetchMedia({ customerId, url, maxBytes, path, signal }: Fetch): Promise<void> {
  const write = (body: AsyncIterable<Uint8Array>) => pipeline(body, createWriteStream(path, { mode: 0o600 }))
  if (isObjectUrl(url)) return write(await ownBody(customerId, url, maxBytes))
  const request = { timeoutMillis: TIMEOUT_MILLIS, maxBytes, signal }
  return download({ url, request }, ({ body }) => write(body)).catch((error: unknown) => {
    throw error instanceof OutboundError ? faultOf(error) : error
  })
}

async function ownBody(customerId: string, url: string, maxBytes: number) {
  const object = await readObjectByUrl(customerId, url)
  if (object === null) throw new MediaFault('DownloadFailed', 'The link was not found.')
  if (object.sizeBytes > maxBytes) throw tooLarge()
  return object.open()
}

function faultOf(error: OutboundError): MediaFault {
  return error.fault === 'too_large' ? tooLarge() : new MediaFault('DownloadFailed', error.message)
}

function tooLarge(): MediaFault {
  return new MediaFault('FileSizeTooLarge', 'The file is too large.')
}

const LINK_SECONDS = 3600

/** Registers a stored asset in the vault and reads its result. Throws, to be retried, while the vault is still checking. */
async function registerAsset(row: AssetRow, signal: AbortSignal): Promise<void> {
  const vault = portraitVault()
  const vaultId = row.vaultId ?? (await createInVault(row, signal))
  const answer = await vault.readAsset(vaultId, signal)
  if (answer.state === 'processing') throw new UpstreamError('failed', { message: 'still being checked' })
  const end =
    answer.state === 'failed'
      ? { status: 'Failed' as const, failedReason: `${answer.code}: ${answer.message}` }
      : { status: 'Active' as const, failedReason: null }
  await endAsset(row.id, { ...end, updatedAt: clock.now() })
}

async function createInVault(row: AssetRow, signal: AbortSignal): Promise<string> {
  const vault = portraitVault()
  const groupId = row.group.vaultId ?? (await createGroup(row, signal))
  const created = await vault.createAsset(
    {
      groupId,
      name: row.name,
      assetType: AssetType.parse(row.assetType),
      url: signObjectUrl(row.objectId ?? '', LINK_SECONDS).url,
    },
    signal,
  )
  if (await saveAssetVaultId(row.id, created.id)) return created.id
  // Another worker was faster, or the asset was deleted meanwhile.
  await vault.deleteAsset(created.id, signal)
  return (await findAssetForWork(row.id))?.vaultId ?? created.id
}

async function createGroup(row: AssetRow, signal: AbortSignal): Promise<string> {
  const vault = portraitVault()
  const { id } = await vault.createGroup({ name: row.group.name, description: '' }, signal)
  if (await saveGroupVaultId(row.groupId, id)) return id
  await vault.deleteGroup(id, signal)
  return (await findAssetForWork(row.id))?.group.vaultId ?? id
}

/** Deletes in the vault what was deleted here. May be repeated. */
export async function deleteFromVault({
  payload,
  signal,
}: Pick<JobRun<{ groupId: string | null; assetId: string | null }>, 'payload' | 'signal'>): Promise<void> {
  if (payload.assetId !== null) await portraitVault().deleteAsset(payload.assetId, signal)
  if (payload.groupId !== null) await portraitVault().deleteGroup(payload.groupId, signal)
}

const STUCK_MILLIS = 15 * 60 * 1000
const RESULTS_KEPT_MILLIS = 30 * 24 * 3600 * 1000
const AT_ONCE = 200

/** Requeues assets whose job was lost, and deletes old liveness checks. */
export async function sweepPortraits(): Promise<void> {
  const now = clock.now()
  const forgotten = await listStuckAssets(new Date(now.getTime() - STUCK_MILLIS), AT_ONCE)
  for (const { id, customerId } of forgotten) {
    await touchAsset(id, now)
    await enqueue(ingestAssetJob, { assetId: id }, { group: customerId })
  }
  await deleteOldValidations(new Date(now.getTime() - RESULTS_KEPT_MILLIS))
}
