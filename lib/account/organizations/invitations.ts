import { z } from 'zod'
import { countMails, tooMany } from '@/lib/account/identity/attempt-limits'
import { readContact } from '@/lib/account/identity/customers'
import {
  findMember,
  findOrganization,
  listMemberRoles,
  lockOrganization,
} from '@/lib/account/identity/memberships'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { plainName } from '@/lib/platform/escape'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun, QueuedJob } from '@/lib/platform/jobs/job'
import { hashLinkToken } from '@/lib/platform/link-token'
import { isMailAvailable, layOutMail, sendMail } from '@/lib/platform/mail'
import { toPage } from '@/lib/platform/page-cursor'
import { mayDo, Role } from '@/lib/platform/roles'
import { signLink } from '@/lib/platform/secrets'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { requirePermission } from './members'
import {
  countInvitations,
  deleteEarlier,
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitationRows,
  renewInvitation,
} from './repository'
import type {
  Invitation,
  InvitationPage,
  InvitationsQuery,
  InviteRequest,
  NewInvitation,
  WithdrawnInvitation,
} from './schema'

export { deleteInvitationsTo as withdrawInvitationsTo, eraseInvitationsOf } from './repository'

const DAY_MILLIS = 24 * 3600 * 1000
export const VALID_DAYS = 7
/** Accepted and expired ones are kept that long, so that their page can say why they do not work. */
const KEPT_DAYS = 30
const MOST_PENDING = 500

/** The link of an invitation. Only the hash of its token is stored. */
function linkOf({ id, expiresAt }: Pick<InvitationRow, 'id' | 'expiresAt'>) {
  const token = signLink(['invitation', id, expiresAt.toISOString()])
  return { url: `${env().publicUrl}/invitation/${token}`, tokenHash: hashLinkToken(token) }
}

const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MILLIS)

/**
 * Invites a person by mail, where this installation sends mail, or by a link that anybody with it can use once. Replaces an
 * earlier invitation of the same email. Throws `insufficient_role`, `already_member`, `rate_limit_exceeded`.
 */
export async function invite(caller: Caller, { email: given, role }: InviteRequest): Promise<NewInvitation> {
  const { customerId } = caller
  const email = given ?? null
  requirePermission(caller, role === 'owner' ? 'organization.own' : 'organization.manage')
  if (email !== null && (await findMember({ customerId, user: { email } })) !== null)
    throw new AppError('already_member', { param: 'email' })
  const isMailed = await countMail(customerId, email)
  const created = { id: newId('inv'), customerId, email, role, createdAt: clock.now(), acceptedAt: null }
  const ends = { expiresAt: inDays(VALID_DAYS), invitedBy: await inviterOf(caller) }
  const { url, tokenHash } = linkOf({ ...created, ...ends })
  const row = { ...created, ...ends, tokenHash }
  await inTransaction(async (transaction) => {
    await lockOrganization(customerId, transaction)
    await deleteEarlier(customerId, { email, endedBefore: inDays(-KEPT_DAYS) }, transaction)
    if ((await countInvitations(customerId, transaction)) >= MOST_PENDING)
      throw new AppError('invalid_parameter', {
        message: `An organization can have at most ${MOST_PENDING} open invitations. Withdraw some first.`,
      })
    await insertInvitation(row, transaction)
  })
  if (isMailed) await queueMail(row)
  return { ...(await presentOne(row)), url, is_mailed: isMailed }
}

/** Who invites, also by a key of their own; null: a key of the organization, or its identity provider. */
async function inviterOf({ customerId, userId, member }: Caller): Promise<string | null> {
  if (userId !== null || member === undefined) return userId
  const person = await findMember({ customerId, id: member.id })
  if (person === null) throw new AppError('not_found')
  return person.userId
}

/** Whether the invitation is mailed, counted so that no mailbox can be flooded. */
async function countMail(customerId: string, email: string | null): Promise<boolean> {
  if (email === null || !isMailAvailable()) return false
  const owner = await readContact(customerId)
  const over = await countMails({
    invitation: email,
    inviter: customerId,
    ...(owner && { owner: owner.email }),
  })
  const waits = Object.values(over)
  if (waits.length > 0) throw tooMany('Too many invitations mailed', Math.max(...waits))
  return true
}

function queueMail({ id, expiresAt }: InvitationRow): Promise<unknown> {
  const payload = { mailId: newId('mail'), invitationId: id, expiresAt: expiresAt.toISOString() }
  return enqueue(invitationJob, payload)
}

/** The invitations that are not accepted, newest first. */
export async function listInvitations(
  { customerId }: Caller,
  { limit, cursor }: InvitationsQuery,
): Promise<InvitationPage> {
  const rows = await listInvitationRows(customerId, cursor === '' ? undefined : cursor, limit + 1)
  const inviters = await readInviters(customerId, rows)
  return toPage(
    rows,
    limit,
    (row) => present(row, inviters),
    ({ id }) => id,
  )
}

type Inviters = Awaited<ReturnType<typeof listMemberRoles>>

function readInviters(
  customerId: string,
  rows: readonly InvitationRow[],
  transaction?: Transaction,
): Promise<Inviters> {
  const userIds = rows.flatMap(({ invitedBy }) => invitedBy ?? [])
  return listMemberRoles(customerId, userIds, transaction)
}

function present(row: InvitationRow, inviters: Inviters): Invitation {
  return {
    id: row.id,
    object: 'invitation',
    email: row.email,
    role: Role.parse(row.role),
    status: isOpen(row, inviters) ? 'pending' : 'expired',
    invited_by: (row.invitedBy !== null && inviters.get(row.invitedBy)?.name) || null,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }
}

const presentOne = async (row: InvitationRow) => present(row, await readInviters(row.customerId, [row]))

/** An invitation ends with the right to invite: one who was removed could come back by it. One by the organization's key stays. */
function isOpen({ role, expiresAt, invitedBy }: InvitationRow, inviters: Inviters): boolean {
  if (expiresAt <= clock.now()) return false
  if (invitedBy === null) return true
  const inviter = inviters.get(invitedBy)
  const needed = role === 'owner' ? 'organization.own' : 'organization.manage'
  return inviter !== undefined && mayDo(inviter.role, needed)
}

export async function isInvitationOpen(row: InvitationRow, transaction?: Transaction): Promise<boolean> {
  return row.acceptedAt === null && isOpen(row, await readInviters(row.customerId, [row], transaction))
}

/** Sends an invitation again: with a new link for another week; the link before is void. Throws as `invite`, and `not_found`. */
export async function resendInvitation(caller: Caller, id: string): Promise<NewInvitation> {
  const { customerId } = caller
  const row = isInvitationId(id) ? await findInvitation(id) : null
  if (row === null || row.customerId !== customerId || row.acceptedAt !== null)
    throw new AppError('not_found')
  requirePermission(caller, row.role === 'owner' ? 'organization.own' : 'organization.manage')
  const isMailed = await countMail(customerId, row.email)
  const ends = { expiresAt: inDays(VALID_DAYS), invitedBy: await inviterOf(caller) }
  const { url, tokenHash } = linkOf({ id, ...ends })
  if (!(await renewInvitation({ customerId, id }, { ...ends, tokenHash }))) throw new AppError('not_found')
  const renewed = { ...row, ...ends, tokenHash }
  if (isMailed) await queueMail(renewed)
  return { ...(await presentOne(renewed)), url, is_mailed: isMailed }
}

/** The link stops working. Throws `not_found`, also for one that was accepted. */
export async function withdrawInvitation({ customerId }: Caller, id: string): Promise<WithdrawnInvitation> {
  if (!isInvitationId(id) || !(await deleteInvitation(customerId, id))) throw new AppError('not_found')
  return { id, object: 'invitation', deleted: true }
}

const isInvitationId = (id: string) => /^inv_[0-9a-z]{1,40}$/.test(id)

/** `expiresAt` tells an invitation that was sent again from the one before; the link is made from both, so it is stored nowhere. */
const InvitationPayload = z.object({ mailId: z.string(), invitationId: z.string(), expiresAt: z.string() })
type InvitationPayload = z.infer<typeof InvitationPayload>

/** The mail of an invitation. Retried for a day while the mail server is unavailable. */
export const invitationJob: QueuedJob<InvitationPayload> = {
  name: 'organizations.invite',
  payload: InvitationPayload,
  concurrency: () => 2,
  retryLimit: 30,
  retryDelaySeconds: 15,
  maxRetryDelaySeconds: 3600,
  expireInSeconds: 120,
}

/** Mails the link of an invitation, unless it was withdrawn, accepted or sent again since. */
export async function mailInvitation({ payload }: JobRun<InvitationPayload>): Promise<void> {
  const row = await findInvitation(payload.invitationId)
  if (row === null || row.email === null || row.acceptedAt !== null || !isMailAvailable()) return
  if (row.expiresAt.toISOString() !== payload.expiresAt || row.expiresAt <= clock.now()) return
  const { name: organization } = await findOrganization(row.customerId)
  const { invited_by } = await presentOne(row)
  const inviter = invited_by === null ? 'An administrator' : plainName(invited_by)
  const { INSTALLATION_NAME: installation } = env()
  const letter = {
    title: `Join ${plainName(organization)} on ${installation}`,
    paragraphs: [
      `${inviter} invited you to “${plainName(organization)}” on ${installation}, with the role ${row.role}.`,
      `The link works once, for the account with this email address, and expires in ${VALID_DAYS} days.`,
    ],
    action: { label: 'View invitation', url: linkOf(row).url },
    footnote: 'If you do not know the sender, ignore this email. You join nothing unless you accept.',
  }
  await sendMail({ id: payload.mailId, to: row.email, subject: letter.title, ...layOutMail(letter) })
}
