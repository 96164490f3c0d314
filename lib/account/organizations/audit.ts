import { Readable } from 'node:stream'
import { z } from 'zod'
import { readKeyNames } from '@/lib/account/api-keys/keys'
import { listMemberIdsOf, readMemberNames } from '@/lib/account/identity/memberships'
import { readProfile } from '@/lib/account/identity/profile'
import { csvLine, csvTable } from '@/lib/money/usage/csv-exports'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId, timeOfId } from '@/lib/platform/ids'
import { toPage } from '@/lib/platform/page-cursor'
import type { Transaction } from '@/lib/platform/transaction'
import {
  type ActorKind,
  type AuditAction,
  AuditLine,
  type AuditLog,
  type AuditLogQuery,
  auditActions,
} from './audit-schema'
import {
  type AuditRow,
  deleteLinesBefore,
  deleteLinesOf,
  insertLine,
  type LineFilter,
  listLines,
  renameActors,
} from './repository'

export { deleteLine as dropAuditLine, markDone as endAuditLine } from './repository'

type Actor = { kind: ActorKind; id: string | null; name: string }

/** Who acts without being named. */
export const operatorActor: Actor = { kind: 'operator', id: null, name: 'Operator' }
export const systemActor: Actor = { kind: 'system', id: null, name: 'Gateway' }

type NewLine = {
  customerId: string
  actor: Actor
  action: AuditAction
  targetId?: string | null
  /** The fields that the action sets. */
  fields?: object | undefined
}

/** Writes down what `transaction` does. */
export async function recordAction(line: NewLine, transaction?: Transaction): Promise<void> {
  await insertLine({ ...columnsOf(line), id: newId('aud'), outcome: 'done' }, transaction)
}

/**
 * Writes down what a caller is about to do, and returns the line's id for `endAuditLine`, or for `dropAuditLine` where it was
 * refused. If the process dies in between, the line stays as it is.
 */
export async function beginAuditLine(
  caller: Caller,
  line: Omit<NewLine, 'customerId' | 'actor'>,
): Promise<string> {
  const id = newId('aud')
  const { customerId } = caller
  const actor = await actorOf(caller)
  await insertLine({ ...columnsOf({ ...line, customerId, actor }), id, outcome: 'started' })
  return id
}

async function actorOf({ apiKey, member, userId }: Caller): Promise<Actor> {
  if (apiKey) return { kind: 'key', id: apiKey.id, name: apiKey.name }
  const { name } = await readProfile(userId)
  return { kind: 'person', id: member?.id ?? null, name }
}

function columnsOf({ customerId, actor, action, targetId = null, fields = {} }: NewLine) {
  return {
    customerId,
    at: clock.now(),
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action,
    targetId,
    details: detailsOf(action, fields),
  }
}

/** Fields whose values are recorded. Those of all others may be secret or personal, such as URLs, emails, ids of end users. */
const plain = new Set(
  [
    'name scopes status allowed_models limit_usd limit_reset rate_limit_rpm rate_limit_tpm max_concurrency networks expires_at',
    'routing grace_seconds days hours chat image video role project_id owner timezone provider_id allow_fallback scope',
    'enabled threshold amount monthly_limit inner_id channel events',
  ].flatMap((names) => names.split(' ')),
)
/** A longer value is left out, as is one with a NUL, which the database rejects. */
const MOST_CHARACTERS = 1000

const Details = z.object({ fields: z.array(z.string()), values: z.record(z.string(), z.json()) })

function detailsOf(action: AuditAction, given: object): z.infer<typeof Details> {
  const isPersonal = action === 'billing_details.update' // such as the buyer's name
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  const values = set.filter(([name, value]) => {
    const text = plain.has(name) && !isPersonal ? JSON.stringify(value) : ''
    return text !== '' && text.length <= MOST_CHARACTERS && !text.includes('\\u0000')
  })
  return Details.parse({ fields: set.map(([name]) => name), values: Object.fromEntries(values) })
}

/** Actions in the caller's organization, newest first. Throws `invalid_cursor`. */
export async function listAuditLines({ customerId }: Caller, query: AuditLogQuery): Promise<AuditLog> {
  const rows = await listLines(customerId, filterOf(query), query.limit + 1)
  const present = await presenterOf(customerId, rows)
  return toPage(rows, query.limit, present, ({ id }) => id)
}

const DAY_MILLIS = 24 * 3600 * 1000

function filterOf({ cursor, actor, action, target, from, to }: AuditLogQuery): LineFilter {
  if (cursor !== '' && timeOfId(cursor) === undefined)
    throw new AppError('invalid_cursor', { param: 'cursor' })
  const isDay = to?.length === '2026-01-01'.length
  return {
    beforeId: cursor === '' ? undefined : cursor,
    actorId: actor,
    action,
    targetId: target,
    from: from === undefined ? undefined : new Date(from),
    until: to === undefined ? undefined : new Date(Date.parse(to) + (isDay ? DAY_MILLIS : 0)),
  }
}

async function presenterOf(customerId: string, rows: readonly AuditRow[]) {
  const targets = rows.flatMap(({ targetId }) => targetId ?? [])
  const idsOf = (prefix: string) => [...new Set(targets.filter((id) => id.startsWith(prefix)))]
  const [keys, members] = await Promise.all([
    readKeyNames(customerId, idsOf('key_')),
    readMemberNames(customerId, idsOf('mbr_')),
  ])
  return ({ id, at, action, targetId, details, outcome, ...row }: AuditRow): AuditLine => {
    const { fields, values } = Details.parse(details)
    const given = typeof values.name === 'string' ? values.name : null
    const name = targetId && (keys.get(targetId)?.name ?? members.get(targetId)?.name ?? given)
    return AuditLine.parse({
      id,
      at: at.toISOString(),
      actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
      action,
      target: targetId === null ? null : { id: targetId, name },
      fields,
      values,
      outcome,
    })
  }
}

const PAGE = 500
const columns = ['id', 'at', 'actor_kind', 'actor_id', 'actor_name', 'action', 'target_id', 'target_name']

/** All matching lines as CSV, newest first, read no faster than they are sent. Throws `invalid_cursor`. */
export function downloadAuditLines({ customerId }: Caller, query: AuditLogQuery) {
  return {
    fileName: 'audit-log.csv',
    mimeType: 'text/csv; charset=utf-8',
    content: Readable.from(writePages(customerId, filterOf(query))),
  }
}

async function* writePages(customerId: string, filter: LineFilter): AsyncGenerator<Buffer, void> {
  yield Buffer.from(csvTable([[...columns, 'fields', 'values', 'outcome', 'summary']]))
  for (let beforeId = filter.beforeId; ; ) {
    const rows = await listLines(customerId, { ...filter, beforeId }, PAGE)
    const present = await presenterOf(customerId, rows)
    if (rows.length > 0) yield Buffer.from(rows.map((row) => csvLine(cellsOf(present(row)))).join(''))
    beforeId = rows.at(-1)?.id
    if (rows.length < PAGE) return
  }
}

function cellsOf({ id, at, actor, action, target, fields, values, outcome }: AuditLine): string[] {
  const who = [actor.kind, actor.id ?? '', actor.name]
  const what = [action, target?.id ?? '', target?.name ?? '', fields.join(' '), JSON.stringify(values)]
  return [id, at, ...who, ...what, outcome, auditActions[action]]
}

const KEPT_DAYS = 400
const AT_ONCE = 10_000

/** The daily job: deletes old lines. Safe to run twice. */
export async function sweepAuditLines(): Promise<void> {
  const oldest = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MILLIS)
  let deleted = AT_ONCE
  while (deleted === AT_ONCE) deleted = await deleteLinesBefore(oldest, AT_ONCE)
}

/** Erases the log of a deleted organization. */
export const eraseAuditOf = deleteLinesOf

/**
 * Before a person's account is deleted: removes the name from the logs of all organizations. The id of the member stays, so
 * that one can still see what was done by the same person.
 */
export async function forgetActors(userId: string, transaction: Transaction): Promise<void> {
  const ids = await listMemberIdsOf(userId, transaction)
  await renameActors(ids, 'Deleted person', transaction)
}
