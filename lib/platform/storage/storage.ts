import { join } from 'node:path'
import { clock } from '../clock'
import { type Env, env } from '../env'
import { AppError } from '../errors'
import { createDiskStorage } from './disk-storage'
import type { ObjectStorage } from './object-storage'
import { createS3Storage } from './s3-storage'

/** The store of this installation: the S3 of `S3_*`, else a folder in `DATA_DIR`. */
export function storage(): ObjectStorage {
  store ??= createStorage(env())
  return store
}

let store: ObjectStorage | undefined

/** Another bucket at the same S3. */
export function bucketStorage(bucket: string): ObjectStorage {
  const found = buckets.get(bucket) ?? createStorage({ ...env(), S3_BUCKET: bucket })
  buckets.set(bucket, found)
  return found
}

const buckets = new Map<string, ObjectStorage>()

function createStorage(settings: Env): ObjectStorage {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  // Set together or not at all (env.ts).
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return createDiskStorage(join(settings.DATA_DIR, 'objects'))
  return createS3Storage({
    endpoint: S3_ENDPOINT,
    publicEndpoint: settings.S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT,
    region: settings.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    addressing: settings.S3_ADDRESSING,
  })
}

/** No write takes this long. */
const UNFINISHED_AT_MOST_MILLIS = 24 * 3600 * 1000

/** Deletes incomplete objects that crashes left in the store. */
export function sweepStorage(): Promise<void> {
  return storage().sweepUnfinished(new Date(clock.now().getTime() - UNFINISHED_AT_MOST_MILLIS))
}

/** Unused uploaded bytes, and when the first of them expire. */
export type Waiting = { bytes: number; until: Date | null }

/**
 * Uploads cost nothing until they are used, so they must not fill the store. Throws 429 for more unused bytes than
 * `WAITING_BYTES_QUOTA`.
 */
export function refuseTooMuchWaiting({ bytes, until }: Waiting): void {
  const limit = env().WAITING_BYTES_QUOTA
  if (bytes <= limit) return
  const seconds =
    until === null ? 1 : Math.max(1, Math.ceil((until.getTime() - clock.now().getTime()) / 1000))
  throw new AppError('rate_limit_exceeded', {
    message: `Your unused files may have at most ${limit} bytes in total. The first of them expires in ${seconds} s.`,
    retryAfterSeconds: seconds,
    metadata: { limit_source: 'storage' },
  })
}
