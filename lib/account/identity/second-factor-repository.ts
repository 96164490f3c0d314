import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

/** The table of second factors. */
type Bytes = Uint8Array<ArrayBuffer>

export function findSecondFactor(userId: string) {
  return prisma.secondFactor.findUnique({ where: { userId } })
}

/** Replaces a pending second factor. False: one is already on. */
export function replacePending(userId: string, sealedSecret: Bytes): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    await transaction.secondFactor.deleteMany({ where: { userId, confirmedAt: null } })
    const created = await transaction.secondFactor.createMany({
      data: { userId, sealedSecret, recoveryHashes: [] },
      skipDuplicates: true,
    })
    return created.count === 1
  })
}

/** Turns on the pending second factor with this secret. False: one is on, or another secret has replaced it. */
export async function confirmPending(
  userId: string,
  sealedSecret: Bytes,
  on: { confirmedAt: Date; lastStep: number; recoveryHashes: Bytes[] },
): Promise<boolean> {
  const where = { userId, sealedSecret, confirmedAt: null }
  return (await prisma.secondFactor.updateMany({ where, data: on })).count === 1
}

/** False if a code of this or a later step was used: each works once. */
export async function claimStep(userId: string, step: number): Promise<boolean> {
  const { count } = await prisma.secondFactor.updateMany({
    where: { userId, confirmedAt: { not: null }, lastStep: { lt: step } },
    data: { lastStep: step },
  })
  return count === 1
}

/** True for one caller only. */
export async function claimRecoveryCode(userId: string, hash: Bytes): Promise<boolean> {
  const count = await prisma.$executeRaw`
    UPDATE second_factors SET recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
     WHERE user_id = ${userId} AND confirmed_at IS NOT NULL AND ${hash}::bytea = ANY (recovery_hashes)`
  return count === 1
}

/** Replaces all recovery codes. False: no second factor is on. */
export async function replaceRecovery(
  userId: string,
  recoveryHashes: Bytes[],
  transaction: Transaction,
): Promise<boolean> {
  const where = { userId, confirmedAt: { not: null } }
  return (await transaction.secondFactor.updateMany({ where, data: { recoveryHashes } })).count === 1
}

export async function deleteSecondFactor(
  userId: string,
  transaction: Transaction = prisma,
): Promise<boolean> {
  return (
    (await transaction.secondFactor.deleteMany({ where: { userId, confirmedAt: { not: null } } })).count === 1
  )
}
