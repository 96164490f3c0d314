import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { Invitation as InvitationRow, OrganizationAudit, Prisma } from '@/prisma/generated/client'

/** The table of invitations. */
export type { InvitationRow }

export async function insertInvitation(row: InvitationRow, transaction: Transaction): Promise<void> {
  const tokenHash = Uint8Array.from(row.tokenHash)
  await transaction.invitation.create({ data: { ...row, tokenHash } })
}

/** Not accepted ones, newest first. */
export function listInvitationRows(customerId: string, beforeId: string | undefined, limit: number) {
  return prisma.invitation.findMany({
    where: { customerId, acceptedAt: null, ...(beforeId !== undefined && { id: { lt: beforeId } }) },
    orderBy: { id: 'desc' },
    take: limit,
  })
}

export function countInvitations(customerId: string, transaction: Transaction): Promise<number> {
  return transaction.invitation.count({ where: { customerId, acceptedAt: null } })
}

export function findInvitation(id: string): Promise<InvitationRow | null> {
  return prisma.invitation.findUnique({ where: { id } })
}

export function findInvitationByToken(
  tokenHash: Uint8Array<ArrayBuffer>,
  transaction: Transaction = prisma,
): Promise<InvitationRow | null> {
  return transaction.invitation.findUnique({
    where: { tokenHash },
  })
}

/** True for one caller only. */
export async function claimInvitation(
  tokenHash: Uint8Array<ArrayBuffer>,
  now: Date,
  transaction: Transaction,
): Promise<boolean> {
  const where = { tokenHash, acceptedAt: null, expiresAt: { gt: now } }
  return (await transaction.invitation.updateMany({ where, data: { acceptedAt: now } })).count === 1
}

/** Gives an invitation another token and end. False: it was accepted or withdrawn. */
export async function renewInvitation(
  { customerId, id }: { customerId: string; id: string },
  data: { tokenHash: Uint8Array<ArrayBuffer>; expiresAt: Date; invitedBy: string | null },
): Promise<boolean> {
  const where = { customerId, id, acceptedAt: null }
  return (await prisma.invitation.updateMany({ where, data })).count === 1
}

/** False: the organization has no such invitation that is not accepted. */
export async function deleteInvitation(customerId: string, id: string): Promise<boolean> {
  return (await prisma.invitation.deleteMany({ where: { customerId, id, acceptedAt: null } })).count === 1
}

/** Those of the email that are not accepted, and those that ended before a moment. */
export async function deleteEarlier(
  customerId: string,
  { email, endedBefore }: { email: string | null; endedBefore: Date },
  transaction: Transaction,
): Promise<void> {
  const ended = { expiresAt: { lt: endedBefore } }
  const where = email === null ? ended : { OR: [ended, { email, acceptedAt: null }] }
  await transaction.invitation.deleteMany({ where: { customerId, ...where } })
}

export async function deleteInvitationsTo(customerId: string, email: string, transaction: Transaction) {
  await transaction.invitation.deleteMany({ where: { customerId, email, acceptedAt: null } })
}

/** Of a deleted organization. */
export async function eraseInvitationsOf(customerId: string): Promise<void> {
  await prisma.invitation.deleteMany({ where: { customerId } })
}

/** The table of the organizations' audit log. */
export type AuditRow = OrganizationAudit

export async function insertLine(
  row: Prisma.OrganizationAuditUncheckedCreateInput,
  db: Transaction = prisma,
): Promise<void> {
  await db.organizationAudit.create({ data: row })
}

/** The line may have been erased with its organization. */
export async function markDone(id: string, targetId: string | null): Promise<void> {
  await prisma.organizationAudit.updateMany({ where: { id }, data: { outcome: 'done', targetId } })
}

export async function deleteLine(id: string): Promise<void> {
  await prisma.organizationAudit.deleteMany({ where: { id } })
}

export type LineFilter = {
  /** The last id of the page before. */
  beforeId: string | undefined
  actorId: string | undefined
  action: string | undefined
  targetId: string | undefined
  from: Date | undefined
  /** Exclusive. */
  until: Date | undefined
}

/** Newest first, since ids start with their time. */
export function listLines(customerId: string, filter: LineFilter, limit: number): Promise<AuditRow[]> {
  const { beforeId, actorId, action, targetId, from, until } = filter
  return prisma.organizationAudit.findMany({
    where: {
      customerId,
      ...(beforeId !== undefined && { id: { lt: beforeId } }),
      ...(actorId !== undefined && { actorId }),
      ...(action !== undefined && { action }),
      ...(targetId !== undefined && { targetId }),
      at: { ...(from && { gte: from }), ...(until && { lt: until }) },
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
}

/** Returns how many were deleted, at most `most`. */
export function deleteLinesBefore(moment: Date, most: number): Promise<number> {
  return prisma.$executeRaw`
    DELETE FROM organization_audit WHERE id IN (SELECT id FROM organization_audit WHERE at < ${moment} LIMIT ${most})`
}

export async function deleteLinesOf(customerId: string): Promise<void> {
  await prisma.organizationAudit.deleteMany({ where: { customerId } })
}

export async function renameActors(actorIds: string[], actorName: string, tx: Transaction): Promise<void> {
  await tx.organizationAudit.updateMany({ where: { actorId: { in: actorIds } }, data: { actorName } })
}
