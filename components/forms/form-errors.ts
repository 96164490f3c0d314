import { z } from 'zod'
import { ApiError } from '@/lib/client/api-error'
import { overLength } from '@/lib/client/format/over-length'
import { sentenceOf } from '@/lib/client/sentence-of'

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

/** That a text has at most so many characters, as the API counts them. For `.check()`. */
export function notOver(most: number): z.core.$ZodCheck<string> {
  return z.superRefine<string>((text, context) => {
    const problem = overLength(text, most)
    if (problem !== undefined) context.addIssue(problem)
  })
}
