import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { findProfile } from './repository'
import type { Profile } from './schema'

/** The person behind a console session. Throws `not_found` for a key, which is nobody. */
export async function readProfile(userId: string | null): Promise<Profile> {
  const row = userId === null ? null : await findProfile(userId)
  if (row === null) throw new AppError('not_found')
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    pending_email: wantedEmail(row.emailChange),
    customer_id: row.customerId,
    has_password: row.passwordHash !== null,
    is_demo: row.customer.isDemo,
    services: row.oauth.map(({ provider, createdAt }) => ({
      provider,
      linked_at: createdAt.toISOString(),
    })),
    created_at: row.createdAt.toISOString(),
  }
}

function wantedEmail(change: { email: string; expiresAt: Date } | null): string | null {
  return change !== null && change.expiresAt > clock.now() ? change.email : null
}
