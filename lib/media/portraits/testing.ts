import sharp from 'sharp'
import { createKey } from '@/lib/account/api-keys/keys'
import type { KeyScope } from '@/lib/account/api-keys/schema'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs } from '@/lib/platform/jobs/job-queue'
import { keepObject } from '@/lib/work/objects/keep-object'
import { deleteFromVault, ingestAsset } from './asset-work'
import { deleteFromVaultJob, ingestAssetJob } from './jobs'

/** For tests: a queue without workers; tests run the jobs. */
export function openQueue(): Promise<void> {
  const queued = [bindJob(ingestAssetJob, ingestAsset), bindJob(deleteFromVaultJob, deleteFromVault)]
  return startJobs({ scheduled: [], queued }, false)
}

export async function newCustomer(scopes: KeyScope[] = ['inference']) {
  const owner = await newAccountOwner()
  return { ...owner, key: (await createKey(owner, { name: 'test', scopes })).key }
}

export function picture(width: number, height: number): Promise<Buffer> {
  const background = { r: 180, g: 90, b: 60 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Stores bytes for a customer and returns their link. */
export async function linkTo(customerId: string, body: Buffer, mimeType = 'image/png'): Promise<string> {
  const expiresAt = new Date(Date.now() + 3_600_000)
  return (await keepObject({ customerId, body, mimeType, expiresAt })).url
}

/** Runs the job of one asset. */
export function ingest(assetId: string, isLastAttempt = false): Promise<void> {
  return ingestAsset({ payload: { assetId }, isLastAttempt, signal: new AbortController().signal })
}
