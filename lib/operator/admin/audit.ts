import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { readCustomerNames } from '@/lib/account/identity/customers'
import { readProfile } from '@/lib/account/identity/profile'
import { operatorActor, recordAction } from '@/lib/account/organizations/audit'
import { AuditAction as OrganizationAction } from '@/lib/account/organizations/audit-schema'
import { readNames, readRouteTargets } from '@/lib/catalog/models/models'
import { readRunModels } from '@/lib/operator/benchmarks/runs'
import { definitions, SettingKey } from '@/lib/operator/settings/definitions'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { untilHeard } from '@/lib/platform/notify'
import { toPage, withItems } from '@/lib/platform/page-cursor'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { type AuditRow, insertAuditEntry, listAuditRows } from './repository'
import { type AuditAction, AuditEntry, type AuditPage, type AuditQuery, type SubjectType } from './schema'

export type AuditedChange = {
  action: AuditAction
  subject: { type: SubjectType; id: string }
  reason?: string
}

/** The subject before and after, with wire field names; null where it did not or does not exist. */
export type States = { before: object | null; after: object | null }

/**
 * Makes an operator's change and records who made it, when, and the state before and after, in one transaction. A change
 * that changed nothing is not recorded.
 */
export async function audited<Result extends States>(
  operator: Caller,
  change: AuditedChange,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const author = await authorOf(operator)
  return inTransaction((transaction) => recorded(author, change, work, transaction))
}

/** Who makes a change: a user, a key (with its name in place of an email), or (with an empty id) a command that an operator runs. */
export type Author = { id: string; email: string }

export async function authorOf({ apiKey, userId }: Caller): Promise<Author> {
  if (apiKey) return { id: apiKey.id, email: `API key ${apiKey.name}` }
  const { id, email } = await readProfile(userId)
  return { id, email }
}

/** Like `audited`, within an existing transaction. */
export async function recorded<Result extends States>(
  author: Author,
  { action, subject, reason }: AuditedChange,
  work: (transaction: Transaction) => Promise<Result>,
  transaction: Transaction,
): Promise<Result> {
  const result = await work(transaction)
  if (isDeepStrictEqual(result.before, result.after)) return result
  await insertAuditEntry(
    {
      id: newId('aud'),
      createdAt: clock.now(),
      userId: author.id,
      userEmail: author.email,
      action,
      subjectType: subject.type,
      subjectId: subject.id,
      before: result.before,
      after: result.after,
      reason: reason ?? null,
    },
    transaction,
  )
  const told = OrganizationAction.safeParse(action).data
  if (told && subject.type === 'customer')
    await recordAction(
      { customerId: subject.id, actor: operatorActor, action: told, fields: result.after ?? {} },
      transaction,
    )
  return result
}

/** Changes made by operators, newest first. */
export async function listAuditEntries(query: AuditQuery): Promise<AuditPage> {
  const rows = await listAuditRows(
    {
      beforeId: query.cursor === '' ? undefined : query.cursor,
      subjectType: query.subject_type,
      subjectId: query.subject_id,
    },
    query.limit + 1,
  )
  const names = await readNamesOf(rows)
  return withItems(
    toPage(
      rows,
      query.limit,
      (row) => presentAuditEntry(row, names),
      ({ id }) => id,
    ),
  )
}

type Names = Awaited<ReturnType<typeof readNamesOf>>

async function readNamesOf(rows: readonly AuditRow[]) {
  const idsOf = (type: SubjectType) =>
    rows.flatMap(({ subjectType, subjectId }) => (subjectType === type ? [subjectId] : []))
  const [catalog, customers, routes, runs] = await Promise.all([
    readNames(),
    readCustomerNames(idsOf('customer')),
    readRouteTargets(idsOf('route')),
    readRunModels(idsOf('benchmark')),
  ])
  return { ...catalog, customers, routes, runs }
}

function subjectName({ subjectType, subjectId: id, before, after }: AuditRow, names: Names): string | null {
  if (subjectType === 'customer') return names.customers.get(id) ?? null
  if (subjectType === 'model') return names.modelName(id)
  if (subjectType === 'provider') return names.providerName(id)
  if (subjectType === 'price_group') return Named.safeParse(after ?? before).data?.name ?? null
  if (subjectType === 'settings') return settingNames({ ...asObject(before), ...asObject(after) })
  // Imported scores have a name instead of an id.
  if (subjectType === 'benchmark') return names.modelName(names.runs.get(id) ?? id)
  if (subjectType === 'job') return Queued.safeParse(before ?? after).data?.queue ?? null
  const route = names.routes.get(id)
  return route ? `${names.modelName(route.modelId)} at ${names.providerName(route.providerId)}` : null
}

function settingName(field: string): string | undefined {
  const key = SettingKey.safeParse(field).data
  return key && `${definitions[key].section}: ${definitions[key].label}`
}

/** Null where the logo was changed, which is none of the listed settings. */
function settingNames(state: object): string | null {
  return (
    Object.keys(state)
      .flatMap((field) => settingName(field) ?? [])
      .join(', ') || null
  )
}

const asObject = (state: unknown) => z.looseObject({}).safeParse(state).data

const Named = z.object({ name: z.string() })
const Queued = z.object({ queue: z.string() })

/** Names of settings, models and providers that occur anywhere in a state. */
function namesIn(state: unknown, names: Names): [id: string, name: string][] {
  if (typeof state !== 'object' || state === null) return []
  return Object.entries(state).flatMap(([field, value]) => {
    const setting = settingName(field)
    if (setting !== undefined) return [[field, setting]]
    if (typeof value !== 'string') return namesIn(value, names)
    if (field === 'provider_id') return [[value, names.providerName(value)]]
    return field === 'model_id' || field === 'model' ? [[value, names.modelName(value)]] : []
  })
}

function presentAuditEntry(row: AuditRow, names: Names): AuditEntry {
  return AuditEntry.parse({
    id: row.id,
    at: row.createdAt.toISOString(),
    user: { id: row.userId, email: row.userEmail },
    action: row.action,
    subject: { type: row.subjectType, id: row.subjectId, name: subjectName(row, names) },
    before: row.before,
    after: row.after,
    names: Object.fromEntries([row.before, row.after].flatMap((state) => namesIn(state, names))),
    reason: row.reason,
  })
}

/** Resolves when every node has handled the notification, or after a second where one does not respond. */
export async function untilAppliedEverywhere(): Promise<void> {
  await untilHeard().catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'a change is in force, but other nodes may hear of it late'),
  )
}
