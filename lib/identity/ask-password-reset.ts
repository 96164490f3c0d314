import { networkOf } from '@/lib/platform/client-address'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/job-queue'
import { isMailAvailable } from '@/lib/platform/mail'
import { countMails, tooManyMails } from './internal/mail/count-mails'
import { mailJob } from './jobs'
import { readSignInOptions } from './read-sign-in-options'
import type { ForgotPasswordRequest, MailAsked } from './schema'

/**
 * A link to set a new password is mailed, if there is such an account: a job looks, so that this does and takes the same for
 * every address. Throws `mail_unavailable`, and `rate_limit_exceeded` for a network that asks too often.
 */
export async function askPasswordReset(
  { email }: ForgotPasswordRequest,
  address: string,
): Promise<MailAsked> {
  if (!isMailAvailable()) throw new AppError('mail_unavailable')
  const over = await countMails({ forgot_password: email, network: networkOf(address) })
  if (over.network !== undefined) throw tooManyMails(over.network)
  // Not told: somebody else may have asked, and the links of before are still good.
  if (over.forgot_password === undefined) {
    const services = readSignInOptions().services.filter(({ isOffered }) => isOffered)
    await enqueue(mailJob, { kind: 'forgot_password', email, services })
  }
  return { accepted: true }
}
