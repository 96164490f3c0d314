import { AppError } from '@/lib/platform/errors'
import { databaseAnswers } from '@/lib/platform/instance'
import { readiness } from './start-process'

/** Throws 503 while the process starts or drains, or when its database does not answer. */
export async function readReadiness(): Promise<{ status: 'ready' }> {
  if (!readiness.isReady)
    throw new AppError('service_unavailable', { message: 'Starting or stopping.', retryAfterSeconds: 1 })
  if (!(await databaseAnswers()))
    throw new AppError('service_unavailable', {
      message: 'The database does not answer.',
      retryAfterSeconds: 1,
    })
  return { status: 'ready' }
}
