import { isUtf8 } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { AppError } from './errors'
import { visible } from './fields'
import { isNestedDeeper, shapeOf } from './json-source'

/** Outside input, read and checked: bodies of requests, and lines of files that hold such bodies. */

/** Deeper than any real input: code that reads and writes values recurses for each level, and would run out of stack. */
const MAX_NESTING = 200
/** More than any real input: `[{},{},…]` takes twenty times its size once parsed, and seconds until then. */
const MOST_VALUES = 500_000
/** Objects, lists and members, which take longest to check: a conversation of many thousand turns has as many. */
const MOST_PARTS = 40_000
/** What is shorter can hold few enough. */
const SHORT_BYTES = 64 * 1024

/** Throws `invalid_json` for what is not UTF-8, is nested too deep or has too many values. `what` begins the sentence that describes the fault. */
export function jsonText(bytes: Buffer, what = 'The body'): string {
  // Decoded as UTF-8 anyway, other encodings would become other text.
  const fault = isUtf8(bytes) ? shapeFault(bytes) : 'is not encoded in UTF-8'
  if (fault !== undefined) throw new AppError('invalid_json', { message: `${what} ${fault}.` })
  return bytes.toString('utf8')
}

function shapeFault(bytes: Buffer): string | undefined {
  const tooDeep = `is nested deeper than ${MAX_NESTING} levels`
  if (bytes.length <= SHORT_BYTES) return isNestedDeeper(bytes, MAX_NESTING) ? tooDeep : undefined
  const { depth, values, parts } = shapeOf(bytes, MOST_VALUES, MOST_PARTS)
  if (parts > MOST_PARTS) return `has more than ${MOST_PARTS} objects, lists and members`
  if (values > MOST_VALUES) return `has more than ${MOST_VALUES} values`
  return depth > MAX_NESTING ? tooDeep : undefined
}

/** Throws `invalid_json`. */
export function jsonValue(text: string, what = 'The body'): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_json', {
      message: text === '' ? `${what} is empty; JSON is required.` : `${what} is not valid JSON.`,
    })
  }
}

/** Each item of a long list may have a fault. (Zod's types leave `abortEarly` out.) */
const toFirstFault = { reportInput: false, abortEarly: true }

/** Parses outside data; the first fault becomes a 400 that names the field the way the caller wrote it. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, toFirstFault)
  if (parsed.success) return parsed.data
  throw faultOf(parsed.error.issues, input)
}

/** What a request changes: what is as it was before need not hold by the rules of today. */
export function changesOf<Request extends object>(request: Request, before: object): Partial<Request> {
  const isNew = ([name, value]: [string, unknown]) => !isDeepStrictEqual(value, Reflect.get(before, name))
  return Object.fromEntries(Object.entries(request).filter(isNew)) as Partial<Request>
}

const Visible = z.object({ name: z.string().check(visible) })

/** For a name that is changed: one from before names had to be seen may stay. Throws `invalid_parameter`. */
export function checkVisible(name: string | undefined, before: string): void {
  if (name !== undefined && name !== before) parseInput(Visible, { name })
}

function faultOf(issues: readonly z.core.$ZodIssue[], input: unknown): AppError {
  const issue = mostSpecific(issues)
  if (issue === undefined) return new AppError('invalid_parameter')
  if (issue.code === 'unrecognized_keys') {
    const param = pathText([...issue.path, issue.keys[0] ?? ''])
    return new AppError('invalid_parameter', {
      param,
      message: `${param} is not a parameter of this endpoint.`,
    })
  }
  const param = issue.path.length === 0 ? null : pathText(issue.path)
  if (param !== null && valueAt(input, issue.path) === undefined)
    return new AppError('missing_parameter', { param, message: `${param} is required.` })
  return new AppError('invalid_parameter', {
    param,
    message: `${param ?? 'The body'} ${issue.message}.`.replace(/\.\.$/, '.'),
  })
}

/** A union's own fault says little: that of the branch that got furthest into the value is reported. */
function mostSpecific(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const issue = issues[0]
  if (issue?.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const branches = issue.errors.map((branch) => mostSpecific(branch)).filter((branch) => branch !== undefined)
  const deepest = branches.reduce<z.core.$ZodIssue | undefined>(
    (best, branch) => (branch.path.length > (best?.path.length ?? 0) ? branch : best),
    undefined,
  )
  const nearest = deepest ?? onlyOneOfItsType(issue, branches)
  return nearest ? { ...nearest, path: [...issue.path, ...nearest.path] } : namingTypes(issue, branches)
}

/**
 * The branch that accepts values of this type, where it is the only one: its fault is reported. An enum says no more of a
 * value of another type than of one of its own.
 */
function onlyOneOfItsType(
  issue: z.core.$ZodIssue,
  branches: readonly z.core.$ZodIssue[],
): z.core.$ZodIssue | undefined {
  const options = branches.filter(({ code }) => code === 'invalid_value')
  const typed = branches.filter(({ code }) => code !== 'invalid_type' && code !== 'invalid_value')
  const [one, ...others] = typed.length > 0 ? typed : options
  return issue.message === UNSAID && others.length === 0 ? one : undefined
}

/** Where the value has none of the types that the branches accept, and the schema has no message of its own. */
function namingTypes(issue: z.core.$ZodIssue, branches: readonly z.core.$ZodIssue[]): z.core.$ZodIssue {
  const types = branches.flatMap((branch) => (branch.code === 'invalid_type' ? branch.expected : []))
  if (issue.message !== UNSAID || types.length < branches.length) return issue
  return { ...issue, message: `must be ${typeWords(types)}` }
}

/**
 * What is wrong with an outside value, as the end of a sentence that begins with the field's name: `must be at least 1`.
 * Configured in Zod once, for every schema of the server; a schema's own message takes precedence.
 */
z.config({ localeError: (issue) => wordsOf(issue) })

/** Of a union none of whose branches says more. */
export const UNSAID = 'is not valid'

function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords([issue.expected])}`
    case 'too_small':
      return sizeWords(issue, 'at least', issue.minimum)
    case 'too_big':
      return sizeWords(issue, 'at most', issue.maximum)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map(quoted))}`
    case 'invalid_format':
      return formatWords(issue)
    case 'invalid_key':
      return issue.issues[0]?.message ?? UNSAID
    case 'invalid_union':
      return Array.isArray(issue.options) ? `must be ${oneOf(issue.options.map(quoted))}` : UNSAID
    case 'unrecognized_keys':
      return `has no field named ${issue.keys.map((key) => JSON.stringify(key)).join(' or ')}`
    default:
      return UNSAID
  }
}

const quoted = (value: unknown) => (typeof value === 'string' ? JSON.stringify(value) : String(value))

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a time',
}

export function typeWords(expected: readonly string[]): string {
  return oneOf([...new Set(expected.map((type) => typeNames[type] ?? type))])
}

function oneOf(words: readonly string[]): string {
  return words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ')
}

type Bound = { origin: string; inclusive?: boolean | undefined; exact?: boolean | undefined }

function sizeWords(
  { origin, inclusive, exact }: Bound,
  which: 'at least' | 'at most',
  size: number | bigint,
) {
  if (origin === 'string' || origin === 'array') {
    if (which === 'at least' && size === 1 && !exact) return 'must not be empty'
    const unit = origin === 'string' ? 'character' : 'item'
    return `must have ${exact ? 'exactly' : which} ${size} ${unit}${size === 1 ? '' : 's'}`
  }
  if (inclusive !== false) return `must be ${which} ${size}`
  return `must be ${which === 'at least' ? 'more' : 'less'} than ${size}`
}

const formatNames: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  datetime: 'an ISO 8601 time',
  date: 'a date such as 2026-11-30',
  uuid: 'a UUID',
  base64: 'base64',
}

function formatWords({ format, pattern }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
  if (pattern !== undefined && format === 'regex') return `must match ${pattern}`
  return `must be ${formatNames[format] ?? `a valid ${format}`}`
}

/** A field's path as a caller writes it: `messages[0].role`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
}

export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    input,
  )
}
