import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { portraitVault } from '@/lib/upstream/registry'
import { digestOf } from './internal/tokens'
import type { LivenessPage } from './schema'
import { findValidation } from './validation-repository'

/** What the phone's page shows. Throws 404 for a link that was never given out. */
export async function readLiveness(token: string): Promise<LivenessPage> {
  const row = await findValidation(digestOf(token))
  if (row === null) throw new AppError('not_found')
  const left = Math.ceil((row.expiresAt.getTime() - clock.now().getTime()) / 1000)
  return {
    state: stateOf(row.status, left),
    is_sandbox: portraitVault().openValidation === undefined,
    expires_at: row.expiresAt.toISOString(),
    seconds_left: Math.max(0, left),
  }
}

function stateOf(status: string, secondsLeft: number): LivenessPage['state'] {
  if (status === 'passed' || status === 'failed') return status
  if (secondsLeft <= 0) return 'expired'
  return status === 'opened' ? 'opened' : 'waiting'
}
