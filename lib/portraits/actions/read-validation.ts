import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { askVault } from '../internal/ask-vault'
import { digestOf } from '../internal/tokens'
import type { ReadValidationInput } from '../schema'
import { findValidation } from '../validation-repository'

/** The group that a passed check has made. Throws `ValidatePending`, `TokenExpired`, `InvalidToken` (all HTTP 200). */
export async function readValidation(
  caller: Caller,
  input: z.output<typeof ReadValidationInput>,
): Promise<{ GroupId: string }> {
  const digest = digestOf(input.ValidateToken)
  const row = await findValidation(digest)
  const isOwn = row !== null && row.customerId === caller.customerId
  if (!isOwn || (input.ProjectName && input.ProjectName !== row.projectName))
    throw new AppError('invalid_token')
  const groupId = row.groupId ?? (await askVault(row))
  if (groupId !== null) return { GroupId: groupId }
  throw new AppError(row.expiresAt > clock.now() ? 'validate_pending' : 'token_expired')
}
