import { z } from 'zod'
import { overLength } from '@/lib/client/format/text'

/** That a text has at most so many characters, as the API counts them. For `.check()`. */
export function notOver(most: number): z.core.$ZodCheck<string> {
  return z.superRefine<string>((text, context) => {
    const problem = overLength(text, most)
    if (problem !== undefined) context.addIssue(problem)
  })
}
