import { AppError } from '@/lib/platform/errors'

/** The refusal that some work throws. */
export function faultOf(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('nothing was refused')
}
