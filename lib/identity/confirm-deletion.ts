import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { requirePerson } from './internal/require-person'
import { verifyPresentPassword } from './internal/verify-present-password'
import { readProfile } from './read-profile'

type Confirmation = { current_password?: string | undefined; email?: string | undefined }

/**
 * That the person at the console means it, and may: it gives its password, or where it has none types its email. Throws
 * `insufficient_scope`, `missing_parameter`, `invalid_parameter`, `rate_limit_exceeded`, `demo_account_fixed`,
 * `operator_not_deletable`.
 */
export async function confirmDeletion(
  caller: Caller,
  { current_password, email }: Confirmation,
  address: string,
): Promise<void> {
  const profile = await readProfile(requirePerson(caller))
  if (profile.is_demo)
    throw new AppError('demo_account_fixed', {
      message: 'The demo account cannot be deleted; DEMO=off ends it.',
    })
  if (caller.isOperator) throw new AppError('operator_not_deletable')
  if (profile.has_password) return verifyPresentPassword(profile.email, current_password, address)
  const param = 'email'
  if (email === undefined)
    throw new AppError('missing_parameter', { param, message: `${param} is required.` })
  if (email.trim().toLowerCase() !== profile.email)
    throw new AppError('invalid_parameter', { param, message: `${param} is not the email of this account.` })
}
