import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import { AppError } from './errors'
import { pathText, typeWords, UNSAID, valueAt } from './issue-words'
import { isNestedDeeper, shapeOf } from './json-source'

/** What comes from outside, read and checked: bodies of requests, and lines of files that hold such bodies. */

/** Deeper than anybody means it: what reads and writes values calls itself for each level, and would run out of stack. */
const MAX_NESTING = 200
/** More than anybody means: `[{},{},…]` takes twenty times its size once it is parsed, and seconds until then. */
const MOST_VALUES = 500_000

/** `what` begins the sentence that says what is wrong. */
export function refuseTooManyValues(bytes: Buffer, what = 'The body'): void {
  if (shapeOf(bytes, MOST_VALUES).values > MOST_VALUES)
    throw new AppError('invalid_json', { message: `${what} has more than ${MOST_VALUES} values.` })
}

/** Throws `invalid_json` for what is not UTF-8 or is nested too deep. */
export function jsonText(bytes: Buffer, what = 'The body'): string {
  // Read as UTF-8 all the same, other encodings would become other words.
  if (!isUtf8(bytes)) throw new AppError('invalid_json', { message: `${what} is not encoded in UTF-8.` })
  const text = bytes.toString('utf8')
  if (isNestedDeeper(bytes, MAX_NESTING))
    throw new AppError('invalid_json', { message: `${what} is nested deeper than ${MAX_NESTING} levels.` })
  return text
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

/** Parses outside data; the first fault becomes a 400 that names the field the way the caller wrote it. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw faultOf(parsed.error.issues, input)
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

/** A union's own fault says little: the branch that got furthest into the value says what is wrong. */
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
 * The branch that takes values of this type, where it is the only one: what it says is wrong with it is the fault. An enum
 * says no more of a value of another type than of one of its own.
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

/** Where the value is of none of the types that the branches take, and nobody has said so in better words. */
function namingTypes(issue: z.core.$ZodIssue, branches: readonly z.core.$ZodIssue[]): z.core.$ZodIssue {
  const types = branches.flatMap((branch) => (branch.code === 'invalid_type' ? branch.expected : []))
  if (issue.message !== UNSAID || types.length < branches.length) return issue
  return { ...issue, message: `must be ${typeWords(types)}` }
}
