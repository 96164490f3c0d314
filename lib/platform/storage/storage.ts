import { join } from 'node:path'
import { type Env, env } from '../env'
import { remember } from '../remember'
import { createDiskStorage } from './disk/create-disk-storage'
import type { ObjectStorage } from './object-storage'
import { createS3Storage } from './s3/create-s3-storage'

/** The store of this installation: the S3 that `S3_*` names, else a folder under `DATA_DIR`. */
export function storage(): ObjectStorage {
  return remember('object-storage', () => createStorage(env()))
}

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
