import { Email } from '@/lib/account/identity/schema'
import { recordAction } from '@/lib/account/organizations/audit'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { parseInput } from '@/lib/platform/parse-input'
import type { Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'
import { findOffered } from './discovery'
import { type Comparison, parseFilter } from './filter'
import { followActive, followGroups, inviteUser, isActive } from './members'
import { applyChange, type Change, changesOf } from './patch'
import { isWanted, toList, toScim } from './presenter'
import {
  countResources,
  deleteMembers,
  deleteResource,
  findResource,
  inProvisioning,
  insertMembers,
  insertResource,
  listMemberIds,
  listMembersOf,
  listResources,
  type ResourceRow,
  StoredAttributes,
  updateResource,
} from './repository'
import {
  type Kind,
  MOST_LISTED,
  MOST_MEMBERS,
  PatchRequest,
  ScimGroup,
  ScimMembers,
  type ScimQuery,
  type ScimReply,
  ScimUser,
} from './scim-schema'

/** Users and groups by SCIM. Every use case throws `not_found` for a type or an id that is not there. */

/** In an organization. The console lists all groups. */
const most = { User: 50_000, Group: 2000 } as const

function kindOf(type: string): Kind {
  if (type === 'Users') return 'User'
  if (type === 'Groups') return 'Group'
  throw new AppError('not_found')
}

/** Users, groups, or both (type undefined). Throws `invalid_parameter`. */
export async function listScim(
  { customerId }: Caller,
  type: string | undefined,
  query: ScimQuery,
): Promise<ScimReply> {
  const kind = type === undefined ? undefined : kindOf(type)
  const showsMembers = kind !== 'User' && isWanted('members', query)
  const startIndex = Math.max(1, query.startIndex ?? 1)
  const take = Math.max(0, Math.min(query.count ?? MOST_LISTED, MOST_LISTED))
  const conditions =
    query.filter === undefined ? [] : parseFilter(query.filter).map((one) => toWhere(one, kind))
  const where = { customerId, ...(kind && { kind }), AND: conditions }
  const { rows, total } = await listResources(where, { skip: startIndex - 1, take }, showsMembers)
  const members = showsMembers ? await listMembersOf(rows.map(({ id }) => id)) : new Map()
  return toList(
    rows.map((row) => toScim(row, isActive(row), members.get(row.id), query)),
    total,
    startIndex,
  )
}

/** Emails are compared whatever their type. Throws `invalid_parameter` for what cannot be compared. */
function toWhere(
  { attribute, part, value }: Comparison,
  kind: Kind | undefined,
): Prisma.ScimResourceWhereInput {
  const text = String(value)
  const path = part === undefined || part === 'value' ? attribute : `${attribute}.${part}`
  if (path === 'id') return { id: text }
  if (path === 'externalid') return { externalId: text }
  if (path === 'username') return { kind: 'User', key: keyOf(text) }
  if (path === 'emails') return { emails: { has: text.toLowerCase() } }
  if (path === 'members') return { members: { some: { userId: text } } }
  if (path === 'groups') return { groups: { some: { groupId: text } } }
  if (path === 'displayname' && kind === 'Group') return { kind, key: keyOf(text) }
  if (path === 'displayname') return { attributes: { path: ['displayName'], equals: text } }
  throw new AppError('invalid_parameter', {
    param: 'filter',
    message: `The filter cannot compare ${path}. It can compare id, userName, externalId, emails, displayName, members and groups.`,
  })
}

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

export async function readScim(
  { customerId }: Caller,
  { type, id }: { type: string; id: string },
  query: Partial<ScimQuery> = {},
): Promise<ScimReply> {
  const offered = findOffered(type, id)
  if (offered) return offered
  const kind = kindOf(type)
  const row = await findResource(customerId, { kind, id })
  if (row === null) throw new AppError('not_found', { message: `There is no ${kind} with this id.` })
  const showsMembers = kind === 'Group' && isWanted('members', query)
  const members = showsMembers ? (await listMembersOf([id])).get(id) : undefined
  return toScim(row, isActive(row), members, query)
}

/** Throws `invalid_parameter`, `missing_parameter`, `scim_conflict`. */
export async function createScim(caller: Caller, type: string, body: object): Promise<ScimReply> {
  const { customerId } = caller
  const kind = kindOf(type)
  const { memberIds = [], ...columns } = columnsOf(kind, body)
  const id = newId(kind === 'User' ? 'scu' : 'scg')
  await inProvisioning(customerId, async (transaction) => {
    if ((await countResources({ customerId, kind }, transaction)) >= most[kind])
      throw new AppError('invalid_parameter', {
        message: `An organization has at most ${most.User} users and ${most.Group} groups.`,
      })
    await insertResource({ ...columns, id, customerId, kind }, transaction)
    const changed = await changeMembers(customerId, id, [{ op: 'add', ids: memberIds }], transaction)
    await followGroups(customerId, changed, transaction)
    await record('create', { id, customerId, kind }, transaction)
  })
  if (kind === 'User' && columns.active) await inviteUser(caller, columns.emails[0])
  return readScim(caller, { type, id })
}

/** Attributes that are left out are removed, but not `active`. Throws as `createScim` does, and `owner_protected`. */
export async function replaceScim(
  caller: Caller,
  type: string,
  id: string,
  body: object,
): Promise<ScimReply> {
  const kind = kindOf(type)
  await change(caller, kind, id, (row, transaction) => {
    const { memberIds, ...columns } = columnsOf(kind, body, isActive(row))
    return save(row, columns, [{ op: 'replace', ids: memberIds ?? [] }], transaction)
  })
  return readScim(caller, { type, id })
}

/** Null: nothing is to be answered, as for a group, unless attributes are asked for. Throws as `replaceScim` does. */
export async function patchScim(
  caller: Caller,
  { type, id }: { type: string; id: string },
  body: object,
  query: Partial<ScimQuery>,
): Promise<ScimReply | null> {
  const kind = kindOf(type)
  const changes = changesOf(parseInput(PatchRequest, body).Operations)
  await change(caller, kind, id, (row, transaction) => {
    const ofMembers = changes.filter(({ path }) => kind === 'Group' && path.attribute === 'members')
    const others = changes.filter((one) => !ofMembers.includes(one))
    const before = {
      ...StoredAttributes.parse(row.attributes),
      externalId: row.externalId,
    }
    const { memberIds: _, ...columns } = columnsOf(kind, others.reduce(applyChange, before), isActive(row))
    return save(row, columns, ofMembers.map(toMemberChange), transaction)
  })
  return kind === 'Group' && query.attributes === undefined ? null : readScim(caller, { type, id }, query)
}

/** The membership of a deleted user ends. Throws `owner_protected`. */
export async function deleteScim(caller: Caller, { type, id }: { type: string; id: string }): Promise<void> {
  await change(caller, kindOf(type), id, async (row, transaction) => {
    const users = row.kind === 'Group' ? await listMemberIds(id, undefined, transaction) : []
    if (row.kind === 'User') await followActive(row, false, transaction)
    await deleteResource(id, transaction)
    await followGroups(row.customerId, users, transaction)
    return 'delete'
  })
}

async function change(
  { customerId }: Caller,
  kind: Kind,
  id: string,
  work: (row: ResourceRow, transaction: Transaction) => Promise<'update' | 'delete'>,
): Promise<void> {
  await inProvisioning(customerId, async (transaction) => {
    const row = await findResource(customerId, { kind, id }, transaction)
    if (row === null) throw new AppError('not_found', { message: `There is no ${kind} with this id.` })
    await record(await work(row, transaction), { id, customerId, kind }, transaction)
  })
}

const actor = { kind: 'scim', id: null, name: 'Identity provider' } as const

function record(
  what: 'create' | 'update' | 'delete',
  { id, customerId, kind }: { id: string; customerId: string; kind: Kind },
  transaction: Transaction,
): Promise<void> {
  const action = `scim_${kind === 'User' ? 'user' : 'group'}.${what}` as const
  return recordAction({ customerId, actor, action, targetId: id, fields: {} }, transaction)
}

type Columns = {
  key: string
  externalId: string | null
  attributes: Prisma.InputJsonObject
  emails: string[]
  active: boolean
}

async function save(
  row: ResourceRow,
  columns: Columns,
  members: MemberChange[],
  transaction: Transaction,
): Promise<'update'> {
  const { id, customerId, kind, key } = row
  if (kind === 'User') await followActive(row, columns.active, transaction)
  await updateResource(id, columns, transaction)
  if (kind === 'User') return 'update'
  const changed = await changeMembers(customerId, id, members, transaction)
  // A new name may give another role.
  await followGroups(customerId, columns.key === key ? changed : undefined, transaction)
  return 'update'
}

/** A resource as it is stored. Throws `invalid_parameter`, `missing_parameter`. */
function columnsOf(
  kind: Kind,
  body: object,
  wasActive = true,
): Columns & { memberIds?: string[] | undefined } {
  if (kind === 'Group') {
    const { displayName, externalId = null, members } = parseInput(ScimGroup, body)
    return {
      key: keyOf(displayName),
      externalId,
      attributes: { displayName },
      emails: [],
      active: true,
      memberIds: members?.map(({ value }) => value),
    }
  }
  const { externalId = null, active = wasActive, ...attributes } = parseInput(ScimUser, body)
  const sorted = (attributes.emails ?? []).toSorted((one, other) => rankOf(one) - rankOf(other))
  const emails = [...sorted.map(({ value }) => value), attributes.userName].flatMap(
    (text) => Email.safeParse(text).data ?? [],
  )
  const stored: Prisma.InputJsonObject = JSON.parse(JSON.stringify(attributes))
  return {
    key: keyOf(attributes.userName),
    externalId,
    attributes: stored,
    emails: [...new Set(emails)],
    active,
  }
}

/** The primary one first, then one for work. */
function rankOf({ primary, type }: { primary?: boolean | undefined; type?: string | undefined }): number {
  return primary ? 0 : type?.toLowerCase() === 'work' ? 1 : 2
}

type MemberChange = { op: Change['op']; ids: string[] | 'all' }

/** `members[value eq "x"]`, or a list, which Entra ID also sends to remove members. */
function toMemberChange({ op, path, value }: Change): MemberChange {
  const named = path.where.filter(({ attribute }) => attribute === 'value').map((one) => String(one.value))
  if (named.length > 0) return { op, ids: named }
  if (op === 'remove' && value == null) return { op, ids: 'all' }
  return { op, ids: parseInput(ScimMembers, [value ?? []].flat()).map((one) => one.value) }
}

/**
 * The members after all changes, written at once: a request has up to a thousand. Returns the users who came and went. Throws
 * `invalid_parameter` for an unknown user.
 */
async function changeMembers(
  customerId: string,
  id: string,
  changes: readonly MemberChange[],
  transaction: Transaction,
): Promise<string[]> {
  const isWhole = changes.some(({ op, ids }) => op === 'replace' || ids === 'all')
  const named = changes.flatMap(({ ids }) => (ids === 'all' ? [] : ids))
  if (named.length > MOST_MEMBERS)
    throw new AppError('invalid_parameter', {
      param: 'members',
      message: `members: a request can name at most ${MOST_MEMBERS} members.`,
    })
  const before = new Set(await listMemberIds(id, isWhole ? undefined : named, transaction))
  const after = new Set(before)
  for (const { op, ids } of changes) {
    if (op === 'replace' || ids === 'all') after.clear()
    for (const one of ids === 'all' ? [] : ids)
      if (op === 'remove') after.delete(one)
      else after.add(one)
  }
  const removed = [...before].filter((one) => !after.has(one))
  const added = [...after].filter((one) => !before.has(one))
  if (removed.length > 0) await deleteMembers(id, removed, transaction)
  const unknown = await insertMembers(customerId, id, added, transaction)
  if (unknown !== undefined)
    throw new AppError('invalid_parameter', {
      param: 'members',
      message: `members: there is no user with the id ${JSON.stringify(unknown)}.`,
    })
  return [...removed, ...added]
}
