import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { learnOutcome } from '../internal/learn-outcome'
import { digestOf } from '../internal/tokens'
import type { ReadValidationInput } from '../schema'
import { findValidation } from '../validation-repository'

/**
 * The group that a passed check has made. Throws `ValidatePending`, `ValidateFailed`, `TokenExpired`, `InvalidToken` (all
 * HTTP 200), and `QuotaExceeded` while there is no room for the group of a person who passed.
 */
export async function readValidation(
  caller: Caller,
  input: z.output<typeof ReadValidationInput>,
): Promise<{ GroupId: string }> {
  const digest = digestOf(input.ValidateToken)
  const row = await findValidation(digest)
  const isOwn = row !== null && row.customerId === caller.customerId
  if (!isOwn || (input.ProjectName && input.ProjectName !== row.projectName))
    throw new AppError('invalid_token')
  const outcome = await learnOutcome(row)
  if (outcome.kind === 'passed') return { GroupId: outcome.groupId }
  if (outcome.kind === 'full') throw new AppError('quota_exceeded')
  if (row.status === 'failed') throw new AppError('validate_failed')
  throw new AppError(row.expiresAt > clock.now() ? 'validate_pending' : 'token_expired')
}
