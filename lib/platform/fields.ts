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

/** A text without control characters: Postgres cannot hold NUL at all, and no name of ours has any. */
export const Printable = z.string().regex(/^\P{Cc}*$/u, 'must not contain control characters')

/**
 * An optional field of a request that creates something. Clients send null for what they leave open, so null is the same
 * as leaving it out. (In a request that changes something null clears, and is a fault where there is nothing to clear.)
 * `usual`: the default of the use case, documented in the API's description.
 */
export function leftOpen<Schema extends z.ZodType>(schema: Schema, usual?: z.output<Schema>) {
  const field = usual === undefined ? schema.nullish() : schema.nullish().meta({ default: usual })
  return field.transform((value): z.output<Schema> | undefined => value ?? undefined)
}

/** A page of a list, in the one shape of the account's lists; `next_cursor` is empty at the end. */
export function listReply<Item extends z.ZodType>(item: Item) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string(),
  })
}

/** `listReply`, with the former name of `data` in that list from before there was one shape. */
export function itemsReply<Item extends z.ZodType>(item: Item) {
  return listReply(item).extend({ items: z.array(item) })
}

/**
 * A whole number in a query or a link, in plain decimal digits: `1e1`, `0x10` and `+5` are mistakes of the caller.
 * `fallback`: the value where it is absent.
 */
export function queryNumber(min: number, max: number, fallback?: number) {
  const message = `must be a whole number from ${min} to ${max}`
  const number = z.int(message).min(min, message).max(max, message)
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text),
    fallback === undefined ? number : number.default(fallback),
  )
}
