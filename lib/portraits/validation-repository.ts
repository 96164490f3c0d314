import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { PortraitValidation, Prisma } from '@/prisma/generated/client'
import { validationStatesBefore } from './state'

export type ValidationRow = PortraitValidation
type Digest = Uint8Array<ArrayBuffer>

export async function insertValidation(
  data: Prisma.PortraitValidationUncheckedCreateInput,
): Promise<ValidationRow> {
  return prisma.portraitValidation.create({ data })
}

export function findValidation(tokenDigest: Digest): Promise<ValidationRow | null> {
  return prisma.portraitValidation.findUnique({ where: { tokenDigest } })
}

/** The first phone has it, however often it asks: false for every other. */
export async function openValidation(tokenDigest: Digest, phoneDigest: Digest, now: Date): Promise<boolean> {
  const { count } = await prisma.portraitValidation.updateMany({
    where: {
      tokenDigest,
      expiresAt: { gt: now },
      OR: [{ status: { in: validationStatesBefore('opened') } }, { status: 'opened', phoneDigest }],
    },
    data: { status: 'opened', phoneDigest },
  })
  return count === 1
}

export async function saveVaultToken(tokenDigest: Digest, vaultToken: Digest): Promise<void> {
  await prisma.portraitValidation.update({ where: { tokenDigest }, data: { vaultToken } })
}

/** `together` makes the group, in the same transaction, and answers its id; null undoes everything. */
export async function passValidation(
  tokenDigest: Digest,
  now: Date,
  together: (transaction: Transaction) => Promise<string | null>,
): Promise<string | null> {
  return prisma.$transaction(async (tx) => {
    const { count } = await tx.portraitValidation.updateMany({
      where: { tokenDigest, status: { in: validationStatesBefore('passed') } },
      data: { status: 'passed', finishedAt: now },
    })
    if (count === 0) return null
    const groupId = await together(tx)
    const outcome = groupId === null ? { status: 'failed' } : { groupId }
    await tx.portraitValidation.update({ where: { tokenDigest }, data: outcome })
    return groupId
  })
}

export async function failValidation(tokenDigest: Digest, now: Date): Promise<boolean> {
  const { count } = await prisma.portraitValidation.updateMany({
    where: { tokenDigest, status: { in: validationStatesBefore('failed') } },
    data: { status: 'failed', finishedAt: now },
  })
  return count === 1
}

/** Results can be asked for again for 30 days. */
export async function deleteOldValidations(before: Date): Promise<number> {
  const { count } = await prisma.portraitValidation.deleteMany({ where: { createdAt: { lt: before } } })
  return count
}

export async function deleteValidationsOf(customerId: string): Promise<void> {
  await prisma.portraitValidation.deleteMany({ where: { customerId } })
}
