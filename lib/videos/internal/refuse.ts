import { AppError } from '@/lib/platform/errors'

/** A 400 that names the field. */
export function refuse(param: string, message: string): AppError {
  return new AppError('invalid_parameter', { param, message })
}
