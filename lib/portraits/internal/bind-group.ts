import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { insertGroup } from '../repository'
import { findValidation, passValidation, type ValidationRow } from '../validation-repository'
import { newPortraitId } from './new-portrait-id'

export type BoundGroup = {
  id: string
  /** This call has made it; another one had not. */
  isNew: boolean
}

/**
 * The person passed: their group is made, once, whoever hears of it first. Null when the customer's quota is full, until
 * there is room and this is called again.
 */
export async function bindGroup(row: ValidationRow, vaultId: string | null): Promise<BoundGroup | null> {
  const now = clock.now()
  const tokenDigest = Uint8Array.from(row.tokenDigest)
  const made = await passValidation(tokenDigest, { vaultId, now }, async (transaction) => {
    const data = {
      id: newPortraitId('group', now),
      customerId: row.customerId,
      groupType: 'LivenessFace',
      name: `Verified ${now.toISOString().slice(0, 10)}`,
      title: '',
      description: '',
      projectName: row.projectName,
      vaultId,
      createdAt: now,
      updatedAt: now,
    }
    const group = await insertGroup(data, env().PORTRAIT_GROUP_QUOTA, transaction)
    return group?.id ?? null
  })
  const id = made ?? (await findValidation(tokenDigest))?.groupId ?? null
  return id === null ? null : { id, isNew: made !== null }
}
