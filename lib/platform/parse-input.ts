import { isUtf8 } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { AppError } from './errors'
import { visible } from './fields'
import { type JsonShape, JsonSource } from './json-source'

/** Parses outside input: bodies of requests, and lines of files that contain such bodies. */

/** Deeper than any real input. Code that reads and writes values recurses per level, and would run out of stack. */
const MAX_NESTING = 200
/** More than any real input. `[{},{},…]` takes seconds to parse and twenty times its size in memory. */
const MOST_VALUES = 500_000
/** Objects, lists and members, which take longest to check. A conversation of many thousand turns has this many. */
const MOST_PARTS = 40_000

/**
 * Checks bytes before they are parsed. Throws `invalid_json` if they are not UTF-8, nested too deeply or have too many values.
 * `what`: the subject of the message.
 */
export function jsonSource(bytes: Buffer, what = 'The body'): JsonSource {
  // Other encodings, decoded as UTF-8, would become other text.
  if (!isUtf8(bytes)) throw new AppError('invalid_json', { message: `${what} is not encoded in UTF-8.` })
  const source = new JsonSource(bytes, { mostValues: MOST_VALUES, mostParts: MOST_PARTS })
  const fault = shapeFault(source.shape)
  if (fault !== undefined) throw new AppError('invalid_json', { message: `${what} ${fault}.` })
  return source
}

function shapeFault({ depth, values, parts }: JsonShape): string | undefined {
  if (parts > MOST_PARTS) return `has more than ${MOST_PARTS} objects, lists and members`
  if (values > MOST_VALUES) return `has more than ${MOST_VALUES} values`
  return depth > MAX_NESTING ? `is nested deeper than ${MAX_NESTING} levels` : undefined
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

/** Stops at the first fault, because every item of a long list may have one. (Zod's types lack `abortEarly`.) */
const toFirstFault = { reportInput: false, abortEarly: true }

/** Parses outside data. The first fault becomes a 400 that names the field as the caller wrote it. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, toFirstFault)
  if (parsed.success) return parsed.data
  throw faultOf(parsed.error.issues, input)
}

/** The fields of a request that differ from `before`: unchanged values need not pass today's rules. */
export function changesOf<Request extends object>(request: Request, before: object): Partial<Request> {
  const isNew = ([name, value]: [string, unknown]) => !isDeepStrictEqual(value, Reflect.get(before, name))
  return Object.fromEntries(Object.entries(request).filter(isNew)) as Partial<Request>
}

const Visible = z.object({ name: z.string().check(visible) })

/** Checks a name that is changed; an old invisible name may stay. Throws `invalid_parameter`. */
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

/** A union's own issue says little, so this returns that of the branch that got furthest into the value. */
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
 * The issue of the only branch that accepts values of this type. An enum has the same issue for values of its type and of
 * others.
 */
function onlyOneOfItsType(
  issue: z.core.$ZodIssue,
  branches: readonly z.core.$ZodIssue[],
): z.core.$ZodIssue | undefined {
  const options = branches.filter(({ code }) => code === 'invalid_value')
  const typed = branches.filter(({ code }) => code !== 'invalid_type' && code !== 'invalid_value')
  const [one, ...others] = typed.length > 0 ? typed : options
  return issue.message === UNSPECIFIC && others.length === 0 ? one : undefined
}

/** Names the accepted types if the value has none of them and the schema has no message of its own. */
function namingTypes(issue: z.core.$ZodIssue, branches: readonly z.core.$ZodIssue[]): z.core.$ZodIssue {
  const types = branches.flatMap((branch) => (branch.code === 'invalid_type' ? branch.expected : []))
  if (issue.message !== UNSPECIFIC || types.length < branches.length) return issue
  return { ...issue, message: `must be ${typeWords(types)}` }
}

/**
 * Zod's messages, for all schemas of the server, as the end of a sentence that begins with the field's name: `must be at
 * least 1`. A schema's own message takes precedence.
 */
z.config({ localeError: (issue) => messageOf(issue) })

/** The message of a union whose branches say nothing specific. */
const UNSPECIFIC = 'is not valid'

function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords([issue.expected])}`
    case 'too_small':
      return sizeText(issue, 'at least', issue.minimum)
    case 'too_big':
      return sizeText(issue, 'at most', issue.maximum)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map(quoted))}`
    case 'invalid_format':
      return formatText(issue)
    case 'invalid_key':
      return issue.issues[0]?.message ?? UNSPECIFIC
    case 'invalid_union':
      return Array.isArray(issue.options) ? `must be ${oneOf(issue.options.map(quoted))}` : UNSPECIFIC
    case 'unrecognized_keys':
      return `has no field named ${issue.keys.map((key) => JSON.stringify(key)).join(' or ')}`
    default:
      return UNSPECIFIC
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

function typeWords(expected: readonly string[]): string {
  return oneOf([...new Set(expected.map((type) => typeNames[type] ?? type))])
}

function oneOf(words: readonly string[]): string {
  return words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ')
}

type Bound = { origin: string; inclusive?: boolean | undefined; exact?: boolean | undefined }

function sizeText({ origin, inclusive, exact }: Bound, which: 'at least' | 'at most', size: number | bigint) {
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

function formatText({ format, pattern }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
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
