import { changeDataRules, readDataRules } from '@/lib/catalog/models/data-rules'
import { type Caller, requirePermission, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { checkVisible } from '@/lib/platform/parse-input'
import { inTransaction } from '@/lib/platform/transaction'
import { recordPerson } from './known-people'
import { deleteOauth, findProfile, updateName } from './repository'
import type { Profile, UpdateProfileRequest } from './schema'

/** The signed-in person, with its sign-in methods. */
export async function readCallerProfile(caller: Caller): Promise<Profile> {
  return readProfile(requirePerson(caller), caller.customerId)
}

/** Renames the person, and the personal organization if it had the same name; changes the organization's data rules. */
export async function updateProfile(
  caller: Caller,
  { name, routing }: UpdateProfileRequest,
): Promise<Profile> {
  const userId = requirePerson(caller)
  checkVisible(name, (await readProfile(userId)).name)
  if (routing !== undefined) {
    requirePermission(caller, 'settings.manage')
    await changeDataRules(caller.customerId, routing)
  }
  if (name !== undefined) await updateName(userId, name)
  return readCallerProfile(caller)
}

/** Disconnects a service. Throws `not_found`, and `last_sign_in` for the only sign-in method. */
export async function unlinkService(caller: Caller, provider: string): Promise<Profile> {
  const userId = requirePerson(caller)
  await inTransaction(async (transaction) => {
    const { outcome, oauth } = await deleteOauth(userId, provider, transaction)
    if (outcome === 'missing') throw new AppError('not_found')
    if (outcome === 'last') throw new AppError('last_sign_in')
    await recordPerson({ oauth }, transaction)
  })
  return readCallerProfile(caller)
}

/** The person's profile; `customerId`: the organization acted for, by default the personal one. Throws `not_found`. */
export async function readProfile(userId: string | null, customerId?: string): Promise<Profile> {
  const row = userId === null ? null : await findProfile(userId)
  if (row === null) throw new AppError('not_found')
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    pending_email: wantedEmail(row.emailChange),
    customer_id: customerId ?? row.customerId,
    has_password: row.passwordHash !== null,
    is_demo: row.customer.isDemo,
    second_factor: row.secondFactor?.confirmedAt
      ? { recovery_codes_left: row.secondFactor.recoveryHashes.length }
      : null,
    services: row.oauth.map(({ provider, createdAt }) => ({
      provider,
      linked_at: createdAt.toISOString(),
    })),
    routing: readDataRules(customerId ?? row.customerId),
    created_at: row.createdAt.toISOString(),
  }
}

function wantedEmail(change: { email: string; expiresAt: Date } | null): string | null {
  return change !== null && change.expiresAt > clock.now() ? change.email : null
}
