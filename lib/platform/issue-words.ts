import { z } from 'zod'

/**
 * What is wrong with a value from outside, as the end of a sentence that begins with the field's name: `must be at least 1`.
 * Zod is told here, once, for every schema of the server; one that says it better in words of its own keeps them.
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

/** A field's place as a caller writes it: `messages[0].role`. */
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
