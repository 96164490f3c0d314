import { AppError } from '@/lib/platform/errors'
import { databaseAnswers } from '@/lib/platform/instance'
import { storage } from '@/lib/platform/storage/storage'
import { readiness } from './start-process'

/** Throws 503 while the process starts or drains, or when its database or its object storage does not answer. */
export async function readReadiness(): Promise<{ status: 'ready' }> {
  if (!readiness.isReady)
    throw new AppError('service_unavailable', { message: 'Starting or stopping.', retryAfterSeconds: 1 })
  if (!(await databaseAnswers()))
    throw new AppError('service_unavailable', {
      message: 'The database does not answer.',
      retryAfterSeconds: 1,
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
