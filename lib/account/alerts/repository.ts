import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'
import type { ConditionData } from './schema'

/** Alert settings, sent alerts, and the state of the checks. */
export function findSettings(customerId: string) {
  return prisma.alertSettings.findUnique({ where: { customerId } })
}

export type SettingsRow = NonNullable<Awaited<ReturnType<typeof findSettings>>>

export function findSettingsOf(customerIds: string[]): Promise<SettingsRow[]> {
  return prisma.alertSettings.findMany({ where: { customerId: { in: customerIds } } })
}

export function saveSettings(
  customerId: string,
  changes: Partial<Omit<SettingsRow, 'customerId' | 'updatedAt'>>,
): Promise<SettingsRow> {
  return prisma.alertSettings.upsert({
    where: { customerId },
    create: { ...changes, customerId },
    update: changes,
  })
}

type NewAlert = Prisma.AlertCreateManyInput

/** False if the customer already had an alert of this event and subject. */
export async function insertAlert(data: NewAlert, transaction: Transaction): Promise<boolean> {
  const { count } = await transaction.alert.createMany({ data, skipDuplicates: true })
  return count === 1
}

/** The subjects that already had an alert. */
export async function listAlertedSubjects(
  events: string[],
  customerIds: string[],
  subjects: string[],
): Promise<Set<string>> {
  const rows = await prisma.alert.findMany({
    where: { event: { in: events }, customerId: { in: customerIds }, subject: { in: subjects } },
    select: { subject: true },
  })
  return new Set(rows.map(({ subject }) => subject))
}

export function findAlert(id: string) {
  return prisma.alert.findUnique({ where: { id } })
}

export async function saveEmailed(id: string, emailedAt: Date): Promise<void> {
  await prisma.alert.updateMany({ where: { id, emailedAt: null }, data: { emailedAt } })
}

export function countEmailed(customerId: string, since: Date): Promise<number> {
  return prisma.alert.count({ where: { customerId, emailedAt: { gte: since } } })
}

/** The customers whose low balance was alerted. */
export async function listLowBalances(customerIds: string[]): Promise<Set<string>> {
  const rows = await prisma.lowBalance.findMany({ where: { customerId: { in: customerIds } } })
  return new Set(rows.map(({ customerId }) => customerId))
}

/** False if it was already marked, also under concurrent calls. */
export async function insertLowBalance(
  customerId: string,
  since: Date,
  transaction: Transaction,
): Promise<boolean> {
  const { count } = await transaction.lowBalance.createMany({
    data: { customerId, since },
    skipDuplicates: true,
  })
  return count === 1
}

export async function deleteLowBalances(customerIds: string[]): Promise<void> {
  await prisma.lowBalance.deleteMany({ where: { customerId: { in: customerIds } } })
}

/** Deletes a customer's alerts and settings. */
export async function eraseAlertsOf(customerId: string): Promise<void> {
  const where = { customerId }
  await prisma.$transaction([
    prisma.alert.deleteMany({ where }),
    prisma.alertSettings.deleteMany({ where }),
    prisma.lowBalance.deleteMany({ where }),
  ])
}

export async function findWatermark(name: string): Promise<Date | null> {
  return (await prisma.alertWatermark.findUnique({ where: { name } }))?.seenUntil ?? null
}

/** Never moves back. */
export async function raiseWatermark(name: string, seenUntil: Date): Promise<void> {
  await prisma.alertWatermark.createMany({ data: { name, seenUntil }, skipDuplicates: true })
  await prisma.alertWatermark.updateMany({
    where: { name, seenUntil: { lt: seenUntil } },
    data: { seenUntil },
  })
}

type NewCondition = { event: string; subject: string; data: ConditionData; at: Date }

/** Marks a condition as seen now; `since` and `alertId` stay. */
export function saveCondition({ event, subject, data, at }: NewCondition): Promise<ConditionRow> {
  const change = { data, seenAt: at }
  return prisma.operatorCondition.upsert({
    where: { event_subject: { event, subject } },
    create: { event, subject, since: at, ...change },
    update: change,
  })
}

/** False if another check has raised it, or it was resolved. */
export async function raiseCondition(
  { event, subject }: Pick<ConditionRow, 'event' | 'subject'>,
  alertId: string,
  transaction: Transaction,
): Promise<boolean> {
  const where = { event, subject, alertId: null }
  return (await transaction.operatorCondition.updateMany({ where, data: { alertId } })).count === 1
}

export function listConditions() {
  return prisma.operatorCondition.findMany({ orderBy: [{ since: 'desc' }, { subject: 'asc' }] })
}

export type ConditionRow = Awaited<ReturnType<typeof listConditions>>[number]

/** False if it was seen again, or another check has resolved it. */
export async function deleteCondition(
  { event, subject, alertId, seenAt }: ConditionRow,
  transaction: Transaction,
): Promise<boolean> {
  const where = { event, subject, alertId, seenAt }
  return (await transaction.operatorCondition.deleteMany({ where })).count === 1
}
