import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'
import { invalidParameter } from '../internal/invalid-parameter'
import { digestOf, newToken } from '../internal/tokens'
import { countGroups } from '../repository'
import type { CreateValidationInput, ValidationSession } from '../schema'
import { insertValidation } from '../validation-repository'

/** Begins a check of liveness: a page for a person's phone, open for a short while, to be opened once. */
export async function createValidation(
  caller: Caller,
  input: z.output<typeof CreateValidationInput>,
): Promise<ValidationSession> {
  const { customerId } = caller
  const { VALIDATE_TTL_SECONDS, PORTRAIT_GROUP_QUOTA, publicUrl } = env()
  const fault = isOwnPage(input.CallbackURL, publicUrl)
    ? undefined
    : await checkOutboundUrl(input.CallbackURL)
  if (fault !== undefined) throw invalidParameter('CallbackURL', fault)
  if ((await countGroups(customerId)) >= PORTRAIT_GROUP_QUOTA) throw new AppError('quota_exceeded')
  const now = clock.now()
  const token = newToken()
  await insertValidation({
    tokenDigest: digestOf(token),
    customerId,
    projectName: input.ProjectName,
    callbackUrl: input.CallbackURL,
    status: 'waiting',
    createdAt: now,
    expiresAt: new Date(now.getTime() + VALIDATE_TTL_SECONDS * 1000),
  })
  return {
    ValidateToken: token,
    H5Link: `${publicUrl}/h5/liveness/${token}`,
    CallbackURL: input.CallbackURL,
  }
}

/** The console leads the phone back to a page of its own. Only a browser ever goes there. */
function isOwnPage(url: string, publicUrl: string): boolean {
  return URL.parse(url)?.origin === new URL(publicUrl).origin
}
