import { Temporal } from 'temporal-polyfill'
import { type Caller, ownOnly } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { RecordFilter, UsageFilters } from '../repository'
import { CONSOLE, type RecentQuery, type UsageQuery } from '../schema'

type Asked = Pick<UsageQuery, 'start_date' | 'end_date' | 'timezone' | 'hours'>

/** Whole days of a time zone, and when each starts. */
export type DayRange = {
  timezone: string
  /** `YYYY-MM-DD`, at least one. */
  dates: string[]
  /** One more than `dates`: the last is the end of the last day. A day that the zone skipped starts with the next one. */
  bounds: Date[]
  /** With `hours` only: the start of each step and the end of the last. */
  steps?: Date[]
}

const DEFAULT_DAYS = 30
const MAX_DAYS = 366
const HOUR_MILLIS = 3_600_000

/** The requested days; without dates the last 30 including today. Throws a 400 that names the wrong date. */
export function resolveDayRange(asked: Asked, now: Date): DayRange {
  const { timezone, hours } = asked
  if (hours !== undefined) return lastHours(asked, hours, now)
  const start = asked.start_date === undefined ? undefined : Temporal.PlainDate.from(asked.start_date)
  const end = asked.end_date === undefined ? today(now, timezone) : Temporal.PlainDate.from(asked.end_date)
  const first = start ?? end.subtract({ days: DEFAULT_DAYS - 1 })
  const count = first.until(end).days + 1
  const param = asked.end_date === undefined ? 'start_date' : 'end_date'
  if (count < 1) throw reversed(param, first, end)
  if (count > MAX_DAYS)
    throw new AppError('invalid_parameter', {
      param,
      message: `${param}: the range has ${count} days; the maximum is ${MAX_DAYS}.`,
    })
  const days = Array.from({ length: count + 1 }, (_, index) => first.add({ days: index }))
  return {
    timezone,
    dates: days.slice(0, count).map((day) => day.toString()),
    bounds: days.map((day) => beginningOf(day, timezone)),
  }
}

/** The last hours until now, and the days that they are part of. */
function lastHours(asked: Asked, hours: number, now: Date): DayRange {
  if (asked.start_date !== undefined || asked.end_date !== undefined)
    throw new AppError('invalid_parameter', {
      param: 'hours',
      message: 'hours cannot be combined with start_date or end_date.',
    })
  const step = hours < 3 ? HOUR_MILLIS / 4 : HOUR_MILLIS
  const from = Math.floor((now.getTime() - hours * HOUR_MILLIS) / step) * step
  const count = Math.floor((now.getTime() - from) / step) + 1
  const steps = Array.from({ length: count + 1 }, (_, index) => new Date(from + index * step))
  const first = today(new Date(from), asked.timezone)
  const days = first.until(today(now, asked.timezone)).days
  const dates = Array.from({ length: days + 1 }, (_, index) => first.add({ days: index }))
  const midnights = dates.slice(1).map((day) => beginningOf(day, asked.timezone))
  return {
    timezone: asked.timezone,
    dates: dates.map((day) => day.toString()),
    bounds: [new Date(from), ...midnights, new Date(from + count * step)],
    steps,
  }
}

/** The moments between which the days lie; an end without a date is open. */
function resolveInstants(asked: Asked, now: Date): { from: Date | undefined; until: Date | undefined } {
  if (asked.hours !== undefined)
    return { from: lastHours(asked, asked.hours, now).bounds[0], until: undefined }
  const { start_date, end_date, timezone } = asked
  const start = start_date === undefined ? undefined : Temporal.PlainDate.from(start_date)
  const end = end_date === undefined ? undefined : Temporal.PlainDate.from(end_date)
  if (start && end && Temporal.PlainDate.compare(start, end) > 0) throw reversed('end_date', start, end)
  return {
    from: start && beginningOf(start, timezone),
    until: end && beginningOf(end.add({ days: 1 }), timezone),
  }
}

function today(now: Date, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
}

function beginningOf(day: Temporal.PlainDate, timezone: string): Date {
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds)
}

function reversed(param: string, start: Temporal.PlainDate, end: Temporal.PlainDate): AppError {
  return new AppError('invalid_parameter', {
    param,
    message: `${param}: the range from ${start.toString()} to ${end.toString()} ends before it starts.`,
  })
}

/** Formats a moment for a CSV in ISO 8601 with the zone's offset, so its date is the day that it counts to. */
export function clockOf(timezone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
  return (moment) => {
    const found = /([+-])(\d\d):(\d\d)$/.exec(format.format(moment)) ?? ['+00:00', '+', '0', '0']
    const millis = Number(`${found[1]}1`) * (Number(found[2]) * 60 + Number(found[3])) * 60_000
    const local = new Date(moment.getTime() + millis).toISOString()
    return timezone === 'UTC' ? local : local.slice(0, -1) + found[0]
  }
}

const MAX_DAYS_BY_HOUR = 2

/** Whether the query asks for hourly figures. */
export const isHourly = ({ interval, hours }: Pick<UsageQuery, 'interval' | 'hours'>): boolean =>
  interval === 'hour' || hours !== undefined

/** The start of each hour of the days, and the end of the last. Throws a 400 where there are too many days. */
export function hourBounds({ dates, bounds, steps }: DayRange): Date[] {
  if (steps) return steps
  if (dates.length > MAX_DAYS_BY_HOUR)
    throw new AppError('invalid_parameter', {
      param: 'interval',
      message: `interval: the range has ${dates.length} days; hourly figures cover at most ${MAX_DAYS_BY_HOUR}.`,
    })
  return bounds.flatMap((start, index) => {
    const end = bounds[index + 1]
    if (end === undefined) return [start]
    const count = Math.ceil((end.getTime() - start.getTime()) / HOUR_MILLIS)
    return Array.from({ length: count }, (_, hour) => new Date(start.getTime() + hour * HOUR_MILLIS))
  })
}

/** Reads names and owners, ended and revoked ones included. Callers pass it in, since their rooms stand above this one. */
export type NameReaders = {
  readModelNames(ids: string[]): Promise<ReadonlyMap<string, string>>
  readKeyNames(customerId: string, ids: string[]): Promise<ReadonlyMap<string, KeyName>>
  /** Without `ids`, of all members. */
  readMemberNames(customerId: string, ids?: string[]): Promise<ReadonlyMap<string, MemberName>>
  readProjectNames(customerId: string, ids: string[]): Promise<ReadonlyMap<string, string>>
  /** Keys that belong to a member or are in a project; all, or only those of one. */
  listOwnedKeys(customerId: string, of?: { ownerId: string } | { projectId: string }): Promise<OwnedKey[]>
}
/** `last4` is the end of the secret: several keys may have the same name. */
type KeyName = { name: string; last4: string }
/** Null for a person whose account was deleted. */
export type MemberName = { name: string | null; email: string | null; hasEnded: boolean }
export type OwnedKey = { id: string; ownerId: string | null; projectId: string | null }

type Labels = Pick<UsageQuery, 'model' | 'api_key_id' | 'member_id' | 'project_id' | 'end_user' | 'tag'>

/**
 * Throws a 400 for a model that never existed, and for a key, a member or a project that was never the caller's: to who may see
 * only their own usage, others' do not exist.
 */
export async function resolveFilters(
  caller: Caller,
  labels: Labels,
  names: NameReaders,
): Promise<UsageFilters> {
  const { model, end_user, tag } = labels
  if (model !== undefined && !(await names.readModelNames([model])).has(model))
    throw unknown('model', 'there is no such model')
  return { modelId: model, callerIds: await resolveCallers(caller, labels, names), endUser: end_user, tag }
}

/** The callers that the filters have in common; undefined: all. */
async function resolveCallers(
  caller: Caller,
  { api_key_id, member_id, project_id }: Labels,
  names: NameReaders,
): Promise<readonly string[] | undefined> {
  const { customerId } = caller
  const own = ownOnly(caller, 'usage.read')
  const [ofMember, ofProject, ofKey] = await Promise.all([
    callersOf(customerId, member_id ?? own, names),
    project_id === undefined ? undefined : callersIn(customerId, project_id, names),
    api_key_id === undefined ? undefined : callersBy(customerId, api_key_id, names),
  ])
  if (ofMember === null || (member_id ?? own) !== (own ?? member_id))
    throw unknown('member_id', 'there is no such member')
  if (ofProject === null) throw unknown('project_id', 'there is no such project')
  const isOthers = own !== undefined && !ofKey?.some((id) => ofMember?.includes(id))
  if (ofKey === null || (ofKey && isOthers)) throw unknown('api_key_id', 'there is no such API key')
  const given = [ofMember, ofProject, ofKey].flatMap((ids) => (ids ? [new Set(ids)] : []))
  return given[0] && [...given[0]].filter((id) => given.every((ids) => ids.has(id)))
}

type Callers = Promise<readonly string[] | null | undefined>

/** The member and the member's keys. */
async function callersOf(customerId: string, memberId: string | undefined, names: NameReaders): Callers {
  if (memberId === undefined) return undefined
  if (!(await names.readMemberNames(customerId, [memberId])).has(memberId)) return null
  const keys = await names.listOwnedKeys(customerId, { ownerId: memberId })
  return [memberId, ...keys.map(({ id }) => id)]
}

async function callersIn(customerId: string, projectId: string, names: NameReaders): Callers {
  if (!(await names.readProjectNames(customerId, [projectId])).has(projectId)) return null
  return (await names.listOwnedKeys(customerId, { projectId })).map(({ id }) => id)
}

async function callersBy(customerId: string, keyId: string, names: NameReaders): Callers {
  if (keyId === CONSOLE) return ['', ...(await names.readMemberNames(customerId)).keys()]
  return (await names.readKeyNames(customerId, [keyId])).has(keyId) ? [keyId] : null
}

/** For sums, which are kept for each end user and tag by itself. Throws as `resolveFilters`, and where both are given. */
export function resolveSumFilters(
  caller: Caller,
  query: Labels & { group_by?: UsageQuery['group_by'] },
  names: NameReaders,
): Promise<UsageFilters> {
  const isByMark = query.group_by === 'end_user' || query.group_by === 'tag'
  if (isByMark && (query.end_user ?? query.tag) !== undefined)
    throw unknown('group_by', 'end users and tags cannot be combined with a filter by one of them')
  if (query.end_user !== undefined && query.tag !== undefined)
    throw unknown(
      'tag',
      'figures are kept by end user or by tag. Filter by one of them, or list the requests',
    )
  return resolveFilters(caller, query, names)
}

function unknown(param: string, why: string): AppError {
  return new AppError('invalid_parameter', { param, message: `${param}: ${why}.` })
}

/** The filter for the requested rows. Throws a 400 that names the wrong field. */
export async function resolveRecordFilter(
  caller: Caller,
  query: Omit<RecentQuery, 'limit' | 'cursor' | 'format'>,
  names: NameReaders,
): Promise<Omit<RecordFilter, 'after'>> {
  const { status, modality } = query
  return {
    ...resolveInstants(query, clock.now()),
    ...(await resolveFilters(caller, query, names)),
    status,
    modality,
  }
}
