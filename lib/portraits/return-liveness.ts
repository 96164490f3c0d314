import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { learnOutcome } from './internal/learn-outcome'
import { FAILED, PASSED, returnUrl } from './internal/return-url'
import { digestOf } from './internal/tokens'
import { failValidation, findValidation } from './validation-repository'

const PLAIN_CODE = /^\d{1,10}$/

/**
 * The phone comes back from the vault's own page. What its address says is a hint: whether the person passed is asked of
 * the vault. Resolves with where the browser goes on. Throws 404 for a token that was never given out.
 */
export async function returnLiveness(token: string, resultCode: string): Promise<string> {
  const digest = digestOf(token)
  const row = await findValidation(digest)
  if (row === null) throw new AppError('not_found')
  const { kind } = await learnOutcome(row)
  if (kind !== 'open') return returnUrl(row, token, PASSED)
  if (resultCode !== PASSED && row.status === 'opened') await failValidation(digest, clock.now())
  const told = PLAIN_CODE.test(resultCode) && resultCode !== PASSED ? resultCode : FAILED
  return returnUrl(row, token, told)
}
