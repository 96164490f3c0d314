import { z } from 'zod'

type Length = { least?: number; most: number; form?: 'NFKC' }

/**
 * How long a text may be, in characters as JSON Schema counts them: code points, so that one outside of the basic plane
 * (most emoji) is one, not the two units that `length` sees. `form`: counted in that normal form. For `.check()`.
 */
export function characters({ least = 0, most, form }: Length): z.core.$ZodCheck<string> {
  const check = z.superRefine<string>((given, context) => {
    const text = form ? given.normalize(form) : given
    if (isShorter(text, least))
      context.addIssue(least === 1 ? 'must not be empty' : `must have at least ${least} characters`)
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

/** They turn the direction of all text after them. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/gu
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** What a person calls something, in one line: by NFC, so that what looks the same is the same. */
export function givenName(most: number) {
  return z
    .string()
    .normalize('NFC')
    .overwrite((text) => text.replace(TURNING, ''))
    .trim()
    .min(1, 'must not be empty')
    .check(characters({ most }))
    .regex(/^\P{Cc}*$/u, 'must not contain control characters')
}

/** Blanks, characters without width and fillers alone are no name. For `.check()` of what is new. */
export const visible = z.refine<string>(
  (text) => !INVISIBLE.test(text),
  'must have a character that can be seen',
)

const ATOM = "[\\p{L}\\p{M}\\p{N}\\p{S}!#$%&'*+/=?^_`{|}~-]"
/** Dots anywhere: some carriers gave out addresses with two in a row, and browsers accept them. */
const LOCAL_PART = new RegExp(`^(?:(?:${ATOM}|\\.)+|"(?:[^"\\\\\\p{C}]|\\\\[^\\p{C}])*")$`, 'u')
const HOST = /^(?=.{1,253}$)(?!.*(?:^|\.)\d+$)(?:\w(?:[\w-]{0,61}\w)?\.)*\w(?:[\w-]{0,61}\w)?$/
/** Copied texts bring them along. */
const EDGES = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu
const UNICODE_HOST = /^[\p{L}\p{M}\p{N}\p{S}._\-。．｡]+$/u

/**
 * An email address in one form: wide letters as plain ones and NFC (RFC 8265), the domain as DNS has it (`xn--…`). Undefined
 * for what is none. Domains need no dot: intranets have such names.
 */
function plainEmail(text: string): string | undefined {
  const wide = text.replace(/[\uFF01-\uFF5E]/g, (letter) => letter.normalize('NFKC'))
  const whole = wide.replace(EDGES, '').normalize('NFC')
  const at = whole.lastIndexOf('@')
  const [local, domain] = [whole.slice(0, at), whole.slice(at + 1).toLowerCase()]
  if (at < 1 || !LOCAL_PART.test(local)) return undefined
  if (HOST.test(domain)) return `${local}@${domain}`
  const host = UNICODE_HOST.test(domain) && URL.parse(`http://${domain}`)?.hostname
  return host && HOST.test(host) ? `${local}@${host}` : undefined
}

/** `message`: what a form says instead. */
export function emailField(message = 'must be an email address') {
  return z
    .string()
    .trim()
    .max(254, 'must have at most 254 characters')
    .meta({ format: 'email' })
    .transform((text, context) => {
      const email = plainEmail(text)
      if (email === undefined) context.addIssue(message)
      return email ?? z.NEVER
    })
}

/** Between the groups of a code; Japanese keyboards write a long vowel's mark for a hyphen. */
const GAPS = /[\s\p{Pd}\p{Cf}\u2212\u30FC]/gu

/** A code as it was meant: without gaps, wide letters and the digits of any script as plain ones, in upper case. */
export function plainCode(typed: string): string {
  const plain = typed.normalize('NFKC').replace(GAPS, '').toUpperCase()
  return plain.replace(/\p{Nd}/gu, (digit) => {
    let value = 0
    while (/^\p{Nd}$/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value += 1
    return String(value % 10)
  })
}

/**
 * An optional field. Clients send null for what they leave open, so null is the same as leaving it out. (Where there is something
 * to clear, null clears it: such a field is `nullable`.)
 * `usual`: the default of the use case, documented in the API's description.
 */
export function leftOpen<Schema extends z.ZodType>(schema: Schema, usual?: z.output<Schema>) {
  const field = usual === undefined ? schema.nullish() : schema.nullish().meta({ default: usual })
  return field.transform((value): z.output<Schema> | undefined => value ?? undefined)
}

/**
 * The request that changes a record, which may be sent back whole, as it was read: then what only we set is ignored. A part of
 * that is a fault of the caller, who means to change it.
 */
export function sentBack<Request extends z.ZodObject>(request: Request, record: z.ZodObject) {
  const names = Object.keys(record.shape)
  return z.preprocess((body: z.input<Request>) => {
    if (typeof body !== 'object' || body === null || !names.every((name) => name in body)) return body
    const fields = Object.entries(body).filter(([name]) => name in request.shape || !names.includes(name))
    return Object.fromEntries(fields)
  }, request)
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
