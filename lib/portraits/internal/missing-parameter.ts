import { AppError } from '@/lib/platform/errors'

/** A field that was not sent. */
export function missingParameter(field: string): AppError {
  return new AppError('missing_parameter', {
    param: field,
    wireCode: `MissingParameter.${field}`,
    message: `${field} is required.`,
  })
}
