import { AppError } from '@/lib/platform/errors'

/** A field whose value is not possible. */
export function invalidParameter(field: string, message: string): AppError {
  return new AppError('invalid_parameter', {
    param: field,
    wireCode: `InvalidParameter.${field}`,
    message,
  })
}
