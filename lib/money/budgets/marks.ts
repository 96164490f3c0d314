import { hash } from 'node:crypto'
import { z } from 'zod'
import { periodEnd, periodStart } from '@/lib/money/ledger/quota'
import type { BudgetLimit, Caller, CallerKey, Marks } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { parseInput } from '@/lib/platform/parse-input'
import { type BudgetRow, knownBudgets } from './repository'
import { EndUser, isForEach, MOST_TAGS, Tags, toTagText } from './schema'

/** Tags of any request: `a=b,c=d`, other characters percent-encoded. */
export const TAGS_HEADER = 'x-portico-tags'

/** Where a format has the end user and the tags: OpenAI's fields, Anthropic's `metadata.user_id`, or Google's `labels`. */
export type MarksFormat = 'openai' | 'anthropic' | 'google'

/**
 * The caller with the request's end user and tags, and the budgets that they count against. A promise only where the customer's
 * budgets are not known yet. Throws 400, naming the field.
 */
export function markCaller(
  caller: Caller,
  body: unknown,
  header: string | undefined,
  format: MarksFormat = 'openai',
): Caller | Promise<Caller> {
  const marks = readMarks(body, header, caller, format)
  if (marks === undefined) return caller
  const budgets = knownBudgets(caller.customerId)
  const marked = (rows: readonly BudgetRow[]): Caller => ({
    ...caller,
    marks: rows.length === 0 ? marks : { ...marks, budgets: limitsOf(marks, rows) },
  })
  return budgets instanceof Promise ? budgets.then(marked) : marked(budgets)
}

function readMarks(
  body: unknown,
  header: string | undefined,
  { apiKey, marks: before }: Pick<Caller, 'apiKey' | 'marks'>,
  format: MarksFormat,
): Marks | undefined {
  const fields = typeof body === 'object' && body !== null ? body : {}
  const metadata: unknown = Reflect.get(fields, 'metadata')
  const endUser = format === 'openai' ? endUserIn(fields) : endUserOfMessage(metadata)
  const field = format === 'google' ? 'labels' : 'metadata'
  const given: unknown = format === 'anthropic' ? undefined : Reflect.get(fields, field)
  if (endUser === undefined && given == null && header === undefined)
    return apiKey?.tags || before ? { ...before, ...tagsOf(apiKey, before, {}) } : undefined
  const tags = mergeTags(field, given, header)
  const marks = { ...before, ...(endUser && { endUser }), ...tagsOf(apiKey, before, tags, header) }
  return marks.endUser === undefined && marks.tags === undefined ? undefined : marks
}

/** `safety_identifier` succeeds `user`, so it decides where both are sent. */
function endUserIn(fields: object): string | undefined {
  for (const name of ['safety_identifier', 'user']) {
    const value: unknown = Reflect.get(fields, name)
    if (value != null && value !== '')
      return parseInput(z.object({ [name]: EndUser }), { [name]: value })[name]
  }
  return undefined
}

function endUserOfMessage(metadata: unknown): string | undefined {
  if (typeof metadata !== 'object' || metadata === null) return undefined
  const id: unknown = Reflect.get(metadata, 'user_id')
  if (id == null || id === '') return undefined
  return parseInput(z.object({ metadata: z.object({ user_id: EndUser }) }), { metadata: { user_id: id } })
    .metadata.user_id
}

/** The tags of a request: a name may be in both places if its value is the same. `field`: where the body has them. */
function mergeTags(field: string, given: unknown, header: string | undefined): Record<string, string> {
  const inBody = given == null ? {} : parseTags(field, given)
  if (header === undefined) return inBody
  const inHeader = parseTags(TAGS_HEADER, Object.fromEntries(readHeader(header)))
  const twice = Object.keys(inHeader).find((name) => (inBody[name] ?? inHeader[name]) !== inHeader[name])
  if (twice !== undefined)
    throw refuse(TAGS_HEADER, `${quoted(twice)} has another value in ${field}. Send each tag once.`)
  return { ...inBody, ...inHeader }
}

function parseTags(param: string, given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuse(param, 'must be an object of texts.')
  // Counted first, since checking many would take long. Objects are copied without a member of this name.
  if (Object.keys(given).length > MOST_TAGS) throw refuse(param, `must have at most ${MOST_TAGS} tags.`)
  if (Object.hasOwn(given, '__proto__')) throw refuse(param, 'must not have a tag named __proto__.')
  return parseInput(z.object({ [param]: Tags }), { [param]: given })[param] ?? {}
}

function readHeader(header: string): Map<string, string> {
  if (!/^[\t\x20-\x7e]*$/.test(header))
    throw refuse(TAGS_HEADER, 'must be ASCII. Percent-encode other characters.')
  const tags = new Map<string, string>()
  for (const pair of header.split(',')) {
    if (pair.trim() === '') continue
    const at = pair.indexOf('=')
    if (at < 0) throw refuse(TAGS_HEADER, 'must be written name=value, separated by commas.')
    const [name, value] = [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
    if ((tags.get(name) ?? value) !== value) throw refuse(TAGS_HEADER, `${quoted(name)} has two values.`)
    tags.set(name, value)
  }
  return tags
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    throw refuse(TAGS_HEADER, `${quoted(text.trim())} is not valid percent-encoding. Write % as %25.`)
  }
}

/** With the tags of the key and of the batch, which those of the request override. */
function tagsOf(
  apiKey: CallerKey | null,
  before: Marks | undefined,
  given: Record<string, string>,
  header?: string,
): Pick<Marks, 'tags'> {
  const tags = { ...apiKey?.tags, ...before?.tags, ...given }
  const count = Object.keys(tags).length
  if (count > MOST_TAGS)
    throw refuse(
      header === undefined ? 'metadata' : TAGS_HEADER,
      `gives the request ${count} tags with those of its API key; at most ${MOST_TAGS} are allowed.`,
    )
  return count === 0 ? {} : { tags }
}

function refuse(param: string, why: string): AppError {
  return new AppError('invalid_parameter', { param, message: `${param}: ${why}` })
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

/** What the budgets allow each value of the request that they match. */
function limitsOf({ endUser, tags = {} }: Marks, rows: readonly BudgetRow[]): BudgetLimit[] | undefined {
  const now = clock.now()
  const values = {
    end_user: endUser === undefined ? [] : [endUser],
    tag: Object.entries(tags).map(([name, value]) => toTagText(name, value)),
  }
  const limits = rows.flatMap((row) => {
    const isEach = isForEach(row)
    const matching = values[row.scope].filter((value) =>
      isEach ? value.startsWith(row.match.slice(0, -1)) : value === row.match,
    )
    return matching.map((value) => ({
      id: isEach ? `${row.id}:${hash('sha256', value, 'hex').slice(0, 32)}` : row.id,
      budget_id: row.id,
      value: isEach ? value : null,
      limit: row.limitNanos.toString(),
      period: periodStart(row.limitReset, now)?.toISOString() ?? null,
      until: periodEnd(row.limitReset, now)?.toISOString() ?? null,
      most: env().BUDGET_VALUES_MAX,
    }))
  })
  return limits.length > 0 ? limits : undefined
}
