import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { DEAD_AFTER_SECONDS, instanceId } from '@/lib/platform/instance'
import type { Transaction } from '@/lib/platform/transaction'
import { Prisma } from '@/prisma/generated/client'

/** The tables of audit entries and ledger checks. */

type NewAuditEntry = {
  id: string
  createdAt: Date
  userId: string
  userEmail: string
  action: string
  subjectType: string
  subjectId: string
  before: object | null
  after: object | null
  reason: string | null
}

export async function insertAuditEntry(
  { before, after, ...entry }: NewAuditEntry,
  transaction: Transaction,
): Promise<void> {
  await transaction.auditEntry.create({ data: { ...entry, before: jsonOf(before), after: jsonOf(after) } })
}

export type AuditFilter = {
  beforeId: string | undefined
  subjectType: string | undefined
  subjectId: string | undefined
}

/** Newest first, since ids start with their creation time. */
export function listAuditRows({ beforeId, subjectType, subjectId }: AuditFilter, limit: number) {
  return prisma.auditEntry.findMany({
    where: {
      ...(beforeId !== undefined && { id: { lt: beforeId } }),
      ...(subjectType !== undefined && { subjectType }),
      ...(subjectId !== undefined && { subjectId }),
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
}

export type AuditRow = Awaited<ReturnType<typeof listAuditRows>>[number]

const Adjusted = z.object({ ledger_key: z.string() })

/** Operators' reasons for a customer's latest credits and debits, by ledger entry key. */
export async function listAdjustmentReasons(customerId: string): Promise<Map<string, string>> {
  const rows = await prisma.auditEntry.findMany({
    where: {
      subjectType: 'customer',
      subjectId: customerId,
      action: { in: ['customer.credit', 'customer.debit'] },
    },
    orderBy: { createdAt: 'desc' },
    take: 200,
  })
  return new Map(rows.map(({ after, reason }) => [Adjusted.parse(after).ledger_key, reason ?? '']))
}

type NewCheck = { id: string; cause: string; startedAt: Date; instanceId?: string }

export async function insertCheck(check: NewCheck, transaction: Transaction = prisma): Promise<CheckRow> {
  return transaction.ledgerCheck.create({ data: { ...check, status: 'running' } })
}

/** Claims the check for this process, also an interrupted one. */
export async function claimCheck(id: string, instanceId: string): Promise<void> {
  await prisma.ledgerCheck.updateMany({
    where: { id, status: { in: ['running', 'interrupted'] } },
    data: { status: 'running', instanceId },
  })
}

/** Marks a check that did not finish. */
export async function interruptCheck(id: string): Promise<void> {
  await prisma.ledgerCheck.updateMany({ where: { id, status: 'running' }, data: { status: 'interrupted' } })
}

/** Marks running checks whose process is dead, and those created before `before` that nobody claimed. */
export async function interruptLostChecks(before: Date): Promise<void> {
  await prisma.$executeRaw`
    UPDATE ledger_checks SET status = 'interrupted'
     WHERE status = 'running' AND CASE WHEN instance_id IS NULL THEN started_at < ${before}
       ELSE instance_id <> ${instanceId()} AND instance_is_dead(instance_id, ${instanceId()}, ${DEAD_AFTER_SECONDS}) END`
}

/** Ends a running check; an ended one is not changed. */
export async function endCheck(
  id: string,
  end: { status: 'passed' | 'failed'; finishedAt: Date; findings: object },
): Promise<void> {
  const { findings, ...data } = end
  await prisma.ledgerCheck.updateMany({
    where: { id, status: 'running' },
    data: { ...data, findings: JsonObject.parse(findings) },
  })
}

export function findRunningCheck(): Promise<CheckRow | null> {
  return prisma.ledgerCheck.findFirst({ where: { status: 'running' }, orderBy: { startedAt: 'desc' } })
}

export function listCheckRows(limit: number) {
  return prisma.ledgerCheck.findMany({ orderBy: [{ startedAt: 'desc' }, { id: 'desc' }], take: limit })
}

export type CheckRow = Awaited<ReturnType<typeof listCheckRows>>[number]

export async function deleteChecksBefore(moment: Date): Promise<void> {
  await prisma.ledgerCheck.deleteMany({ where: { startedAt: { lt: moment } } })
}

const JsonObject = z.record(z.string(), z.json())

function jsonOf(value: object | null) {
  return value === null ? Prisma.DbNull : JsonObject.parse(JSON.parse(JSON.stringify(value)))
}
