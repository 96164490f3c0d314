import { AppError } from '@/lib/platform/errors'
import { findUserByEmail } from '../repository'
import { verifyCredentials } from '../verify-credentials'

/**
 * That whoever sits at the console knows the password. Wrong guesses count like those of a sign-in. Throws
 * `missing_parameter`, `invalid_parameter`, `rate_limit_exceeded`, `not_found`.
 */
export async function verifyPresentPassword(
  email: string,
  password: string | undefined,
  address: string,
): Promise<void> {
  const param = 'current_password'
  if (password === undefined)
    throw new AppError('missing_parameter', { param, message: `${param} is required.` })
  const result = await verifyCredentials({ email, password }, address)
  if ('waitMinutes' in result)
    throw new AppError('rate_limit_exceeded', {
      message: `Too many wrong passwords. Try again in ${result.waitMinutes} min.`,
      retryAfterSeconds: result.waitMinutes * 60,
    })
  if (!('refused' in result)) return
  // Gone by another request at the same time: its password is not wrong.
  if ((await findUserByEmail(email)) === null) throw new AppError('not_found')
  throw new AppError('invalid_parameter', { param, message: `${param} is not right.` })
}
