import { join } from 'node:path'
import { env } from '../env'
import { remember } from '../remember'
import { createDiskStorage } from './disk/create-disk-storage'
import type { ObjectStorage } from './object-storage'

/** The store of this installation: the S3 that `S3_*` names, else a folder under `DATA_DIR`. */
export function storage(): ObjectStorage {
  return remember('object-storage', () => createDiskStorage(join(env().DATA_DIR, 'objects')))
}
