import type { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { send } from '@/lib/platform/notify'
import type { Transaction } from '@/lib/platform/transaction'
import { Prisma } from '@/prisma/generated/client'

/** Stored settings, by the keys of `definitions` and LOGO. */
export function listSettingRows(transaction: Transaction | typeof prisma = prisma) {
  return transaction.setting.findMany({ orderBy: { key: 'asc' } })
}

export type SettingRow = Awaited<ReturnType<typeof listSettingRows>>[number]

/** Locks the settings until the transaction ends. Every node is notified at the commit. */
export async function lockSettings(transaction: Transaction): Promise<SettingRow[]> {
  await transaction.$executeRaw`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`
  await send(transaction, 'settings', '')
  return listSettingRows(transaction)
}

type NewValue = {
  key: string
  value: z.core.util.JSONType
  sealed: Uint8Array<ArrayBuffer> | null
  updatedBy: string | null
}

export async function saveSetting(
  { key, value, ...rest }: NewValue,
  transaction: Transaction,
): Promise<SettingRow> {
  const data = { ...rest, updatedAt: clock.now(), value: value === null ? Prisma.DbNull : value }
  return transaction.setting.upsert({ where: { key }, create: { key, ...data }, update: data })
}

export async function deleteSettings(keys: readonly string[], transaction: Transaction): Promise<void> {
  await transaction.setting.deleteMany({ where: { key: { in: [...keys] } } })
}
