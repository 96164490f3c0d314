import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { databaseAnswers } from '@/lib/platform/instance'
import { probeFolder, seldom } from '@/lib/platform/probe'
import { storage } from '@/lib/platform/storage/storage'
import { readiness } from './start-process'

/** Throws 503 while the process starts or drains, or when its database does not answer, or `DATA_DIR` or the object storage cannot be written. */
export async function readReadiness(): Promise<{ status: 'ready' }> {
  if (!readiness.isReady)
    throw new AppError('service_unavailable', { message: 'Starting or stopping.', retryAfterSeconds: 1 })
  if (!(await databaseAnswers()))
    throw new AppError('service_unavailable', {
      message: 'The database does not answer.',
      retryAfterSeconds: 1,
    })
  await dataFolder().catch((cause: unknown) => {
    const message = 'The data folder cannot be written.'
    throw new AppError('service_unavailable', { message, retryAfterSeconds: 1, cause })
  })
  const isStorageThere = await storage()
    .check()
    .then(
      () => true,
      () => false,
    )
  if (!isStorageThere) throw new AppError('storage_unavailable', { retryAfterSeconds: 1 })
  return { status: 'ready' }
}

const dataFolder = seldom(() => probeFolder(env().DATA_DIR))
