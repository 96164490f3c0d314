import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'
import { type SealedColumn, unseal } from '@/lib/platform/secrets'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { portraitVault } from '@/lib/upstream/registry'
import { invalidParameter } from './portrait-refusal'
import { countGroups, insertGroup } from './repository'
import type { CreateValidationInput, ReadValidationInput, ValidationSession } from './schema'
import { findValidation, insertValidation, passValidation, type ValidationRow } from './validation-repository'

/** Begins a liveness check: a page for a person's phone that can be opened once, for a short time. */
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

/** The console's own page needs no outbound check: only a browser goes there. */
function isOwnPage(url: string, publicUrl: string): boolean {
  return URL.parse(url)?.origin === new URL(publicUrl).origin
}

/**
 * The group of a passed check. Throws `ValidatePending`, `ValidateFailed`, `TokenExpired` or `InvalidToken` (all with HTTP
 * 200), and `QuotaExceeded` while the quota has no room for the group.
 */
export async function readValidation(
  caller: Caller,
  input: z.output<typeof ReadValidationInput>,
): Promise<{ GroupId: string }> {
  const digest = digestOf(input.ValidateToken)
  const row = await findValidation(digest)
  const isCallers = row !== null && row.customerId === caller.customerId
  if (!isCallers || (input.ProjectName && input.ProjectName !== row.projectName))
    throw new AppError('invalid_token')
  const outcome = await resolveOutcome(row)
  if (outcome.kind === 'passed') return { GroupId: outcome.groupId }
  if (outcome.kind === 'full') throw new AppError('quota_exceeded')
  if (row.status === 'failed') throw new AppError('validate_failed')
  throw new AppError(row.expiresAt > clock.now() ? 'validate_pending' : 'token_expired')
}

/** `full`: the person passed, but the customer's quota has no room for the group. */
type Outcome = { kind: 'passed'; groupId: string } | { kind: 'full' } | { kind: 'open' }

/** The outcome of a check so far. Creates the group if the person passed. */
export async function resolveOutcome(row: ValidationRow): Promise<Outcome> {
  if (row.groupId !== null) return { kind: 'passed', groupId: row.groupId }
  const vaultId = row.status === 'passed' ? row.vaultId : await askVault(row)
  if (row.status !== 'passed' && vaultId === null) return { kind: 'open' }
  const group = await createVerifiedGroup(row, vaultId)
  return group === null ? { kind: 'full' } : { kind: 'passed', groupId: group.id }
}

const TIMEOUT_MILLIS = 10_000

export const VAULT_TOKEN_PURPOSE = 'portrait-vault-token'

export const sealedVaultTokens: SealedColumn = {
  table: 'portrait_validations',
  column: 'vault_token',
  owner: [],
  purposeOf: () => VAULT_TOKEN_PURPOSE,
}

/** The vault's group of a passed check; null until the vault reports one. */
async function askVault(row: ValidationRow): Promise<string | null> {
  const vault = portraitVault()
  if (row.status !== 'opened' || row.vaultToken === null || !vault.readValidation) return null
  const token = unseal(VAULT_TOKEN_PURPOSE, row.vaultToken)
  if (token === undefined) return null
  try {
    const passed = await vault.readValidation(token, AbortSignal.timeout(TIMEOUT_MILLIS))
    return passed?.groupId ?? null
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    logger.warn({ fault: error.fault }, 'the vault did not report the result of a liveness check')
    return null
  }
}

type VerifiedGroup = {
  id: string
  /** This call created it. */
  isNew: boolean
}

/**
 * Creates the group of a person who passed, once. Null while the customer's quota is full; then this can be called again.
 */
export async function createVerifiedGroup(
  row: ValidationRow,
  vaultId: string | null,
): Promise<VerifiedGroup | null> {
  const now = clock.now()
  const tokenDigest = Uint8Array.from(row.tokenDigest)
  const made = await passValidation(tokenDigest, { vaultId, now }, async (transaction) => {
    const verified = {
      customerId: row.customerId,
      groupType: 'LivenessFace',
      name: `Verified ${now.toISOString().slice(0, 10)}`,
      title: '',
      description: '',
      projectName: row.projectName,
      vaultId,
      at: now,
    }
    const group = await insertGroup(verified, env().PORTRAIT_GROUP_QUOTA, transaction)
    return group?.id ?? null
  })
  const id = made ?? (await findValidation(tokenDigest))?.groupId ?? null
  return id === null ? null : { id, isNew: made !== null }
}

/** The token of a check. We store only its SHA-256. */
function newToken(): string {
  return `vvt_${randomBytes(32).toString('base64url')}`
}

export function digestOf(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest())
}
