import { ApiError } from '@/lib/client/api-client'
import { sentenceOf } from '@/lib/client/format/text'

type ErrorsByField<Name extends string> = { at: Partial<Record<Name, string>>; other: string | undefined }

/** Why a form was not taken: `at` the field of these that is at fault, or `other` where it is none of them. */
export function errorsByField<Name extends string>(
  error: Error | null,
  names: readonly Name[],
): ErrorsByField<Name> {
  const name = error instanceof ApiError ? names.find((one) => one === error.param) : undefined
  const at: Partial<Record<Name, string>> = {}
  if (error && name !== undefined) at[name] = sentenceOf(error)
  return { at, other: name === undefined ? error?.message : undefined }
}
