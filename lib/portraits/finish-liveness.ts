import { timingSafeEqual } from 'node:crypto'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { portraitVault } from '@/lib/upstream/registry'
import { addPortrait } from './internal/add-portrait'
import { bindGroup } from './internal/bind-group'
import { FAILED, PASSED, returnUrl } from './internal/return-url'
import { digestOf } from './internal/tokens'
import type { FinishedLiveness, FinishLivenessRequest } from './schema'
import { failValidation, findValidation, type ValidationRow } from './validation-repository'

/**
 * The sandbox's own end of a check, by the phone that opened it and inside its window; how it ended, whenever that phone
 * asks again. Throws 404 where checks are real, 403 for another phone, 409 when its time is over.
 */
export async function finishLiveness(
  token: string,
  { phone_secret, outcome, portrait }: FinishLivenessRequest,
): Promise<FinishedLiveness> {
  const digest = digestOf(token)
  const row = await findValidation(digest)
  if (row === null || portraitVault().openValidation) throw new AppError('not_found')
  const isSamePhone = row.phoneDigest !== null && timingSafeEqual(row.phoneDigest, digestOf(phone_secret))
  if (!isSamePhone) throw new AppError('forbidden', { message: 'Another phone has opened this check.' })
  if (row.status === 'opened') await endCheck(row, { outcome, portrait })
  const ended = await findValidation(digest)
  return { redirect_url: await returnUrl(row, token, ended?.status === 'passed' ? PASSED : FAILED) }
}

async function endCheck(
  row: ValidationRow,
  { outcome, portrait }: Pick<FinishLivenessRequest, 'outcome' | 'portrait'>,
): Promise<void> {
  if (row.expiresAt <= clock.now()) throw new AppError('liveness_unavailable')
  if (outcome === 'fail') {
    await failValidation(Uint8Array.from(row.tokenDigest), clock.now())
    return
  }
  const group = await bindGroup(row, null)
  if (group?.isNew && portrait) await addPortrait(row.customerId, group.id, portrait)
}
