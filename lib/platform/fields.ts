import { z } from 'zod'

type Length = { least?: number; most: number; form?: 'NFKC' }

/**
 * Limits the length of a text in code points, as JSON Schema counts: most emoji are one, where `length` counts two. `form`:
 * counted in that normal form. For `.check()`.
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

/** A text has at most as many code points as units and at least half as many, so most texts need no count. */
function isShorter(text: string, count: number): boolean {
  if (text.length < count) return true
  return text.length < count * 2 && [...text].length < count
}

/** A text without control characters: Postgres cannot store NUL. */
export const Printable = z.string().regex(/^\P{Cc}*$/u, 'must not contain control characters')

/** Characters that change the direction of all text after them. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/gu
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** A name that a person chooses, in one line, in NFC so that names that look the same are equal. */
export function givenName(most: number) {
  return z
    .string()
    .normalize('NFC')
    .overwrite((text) => text.replace(DIRECTION_MARKS, ''))
    .trim()
    .min(1, 'must not be empty')
    .check(characters({ most }))
    .regex(/^\P{Cc}*$/u, 'must not contain control characters')
}

/** One line that may be empty, as it is absent. */
export const openLine = (most: number) =>
  z.string().normalize('NFC').trim().pipe(Printable).check(characters({ most })).default('')

/** Refuses names of only blanks, zero-width characters and fillers. For `.check()` of new names. */
export const visible = z.refine<string>((text) => !INVISIBLE.test(text), 'must have a visible character')

const ATOM = "[\\p{L}\\p{M}\\p{N}\\p{S}!#$%&'*+/=?^_`{|}~-]"
/** Dots anywhere: some carriers issued addresses with two in a row, and browsers accept them. */
const LOCAL_PART = new RegExp(`^(?:(?:${ATOM}|\\.)+|"(?:[^"\\\\\\p{C}]|\\\\[^\\p{C}])*")$`, 'u')
const HOST = /^(?=.{1,253}$)(?!.*(?:^|\.)\d+$)(?:\w(?:[\w-]{0,61}\w)?\.)*\w(?:[\w-]{0,61}\w)?$/
/** Characters around copied text. */
const EDGES = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu
const UNICODE_HOST = /^[\p{L}\p{M}\p{N}\p{S}._\-。．｡]+$/u

/**
 * An email address in one form: full-width letters as ASCII, NFC (RFC 8265), the domain in punycode. Undefined for an invalid
 * address. Domains need no dot, because intranets have such names.
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

/** `message` replaces the error message, for forms. */
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

/** Separators in a code; Japanese keyboards write U+30FC for a hyphen. */
const GAPS = /[\s\p{Pd}\p{Cf}\u2212\u30FC]/gu

/** A typed code in one form: without separators, in upper case, full-width letters and digits of any script as ASCII. */
export function plainCode(typed: string): string {
  const plain = typed.normalize('NFKC').replace(GAPS, '').toUpperCase()
  return plain.replace(/\p{Nd}/gu, (digit) => {
    let value = 0
    while (/^\p{Nd}$/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value += 1
    return String(value % 10)
  })
}

/**
 * An optional field. Clients send null for fields that they leave out, so null counts as absent. (A field that null clears is
 * `nullable` instead.) `usual`: the default of the use case, for the OpenAPI document.
 */
export function leftOpen<Schema extends z.ZodType>(schema: Schema, usual?: z.output<Schema>) {
  const field = usual === undefined ? schema.nullish() : schema.nullish().meta({ default: usual })
  return field.transform((value): z.output<Schema> | undefined => value ?? undefined)
}

/**
 * A request that changes a record and may contain the whole record as it was read: then read-only fields are ignored. A
 * request with only some of the read-only fields is invalid, because the caller means to change them.
 */
export function sentBack<Request extends z.ZodObject>(request: Request, record: z.ZodObject) {
  const names = Object.keys(record.shape)
  return z.preprocess((body: z.input<Request>) => {
    if (typeof body !== 'object' || body === null || !names.every((name) => name in body)) return body
    const fields = Object.entries(body).filter(([name]) => name in request.shape || !names.includes(name))
    return Object.fromEntries(fields)
  }, request)
}

/** A page of a list of the account API; `next_cursor` is empty at the end. */
export function listReply<Item extends z.ZodType>(item: Item) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string(),
  })
}

/** What is answered once something is deleted. */
export const deletedReply = <Name extends string>(name: Name) =>
  z.object({ id: z.string(), object: z.literal(name), deleted: z.literal(true) })

/** `listReply` with `items`, the former name of `data`. */
export function itemsReply<Item extends z.ZodType>(item: Item) {
  return listReply(item).extend({ items: z.array(item) })
}

/**
 * A whole number in a query or a link, in decimal digits: `1e1`, `0x10` and `+5` are invalid. `fallback`: the value if it is
 * absent.
 */
export function queryNumber(min: number, max: number, fallback?: number) {
  const message = `must be a whole number from ${min} to ${max}`
  const number = z.int(message).min(min, message).max(max, message)
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text),
    fallback === undefined ? number : number.default(fallback),
  )
}

/** Limits of tokens per minute and of requests at once. In a change, absent ones stay and null clears. */
export const callLimitFields = {
  rate_limit_tpm: z.int().min(1).max(1_000_000_000).nullable(),
  max_concurrency: z.int().min(1).max(1_000_000).nullable(),
}
export const CallLimitsChange = z.strictObject(callLimitFields).partial()
export type CallLimitsChange = z.infer<typeof CallLimitsChange>

export function callLimitColumns(given: CallLimitsChange) {
  return {
    ...(given.rate_limit_tpm !== undefined && { rateLimitTpm: given.rate_limit_tpm }),
    ...(given.max_concurrency !== undefined && { maxConcurrency: given.max_concurrency }),
  }
}

export function presentCallLimits(row: { rateLimitTpm: number | null; maxConcurrency: number | null }) {
  return { rate_limit_tpm: row.rateLimitTpm, max_concurrency: row.maxConcurrency }
}
