import { z } from 'zod'

/**
 * How long a text may be, in characters as JSON Schema counts them: code points, so that one outside of the basic plane
 * (most emoji) is one, not the two units that `length` sees. For `.check()`.
 */
export function characters({ least = 0, most }: { least?: number; most: number }): z.core.$ZodCheck<string> {
  const check = z.superRefine<string>((text, context) => {
    if (isShorter(text, least)) context.addIssue(`must have at least ${least} characters`)
    if (!isShorter(text, most + 1)) context.addIssue(`must have at most ${most} characters`)
  })
  check._zod.onattach.push(({ _zod: { bag } }) => {
    if (least > 0) bag.minimum = least
    bag.maximum = most
  })
  return check
}

/** A text has as many code points as units, or fewer, but at least half of them: most need no count. */
function isShorter(text: string, count: number): boolean {
  if (text.length < count) return true
  return text.length < count * 2 && [...text].length < count
}
