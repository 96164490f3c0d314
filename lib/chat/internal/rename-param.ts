import { AppError } from '@/lib/platform/errors'

/** An error that names a field of chat's as one that names the field of another dialect which it came from. */
export function renameParam(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof AppError) || error.param === null) return error
  const [field = ''] = error.param.split(/[.[]/)
  const own = names[field]
  if (own === undefined) return error
  const { code, message, metadata, retryAfterSeconds, cause, wireCode } = error
  return new AppError(code, { message, param: own, metadata, retryAfterSeconds, cause, wireCode })
}
