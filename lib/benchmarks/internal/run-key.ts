import { createKey } from '@/lib/api-keys/create-key'
import { revokeKey } from '@/lib/api-keys/revoke-key'
import { verifyKey } from '@/lib/api-keys/verify-key'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { formatUsd } from '@/lib/platform/money'
import { seal, unseal } from '@/lib/platform/seal'
import { clearKey, type RunRow } from '../repository'

/** What a run asks with, and who pays for it. */
export type RunKey = {
  customerId: string
  apiKeyId: string
  sealedKey: Uint8Array<ArrayBuffer>
  ownsKey: boolean
}

const LIFETIME_MILLIS = 7 * 24 * 3600 * 1000
/** Holds are larger than what is charged in the end, and a model may count tokens otherwise than we do. */
const LIMIT_FACTOR = 2n
const LEAST_LIMIT_NANOS = 10_000_000n

/** A key for one run, which can do no more than the run: this model, this money, some days. */
export async function makeRunKey(
  caller: Caller,
  run: Pick<RunRow, 'id' | 'modelId' | 'maxCostNanos'>,
): Promise<RunKey> {
  const made = await createKey(caller, {
    name: `Benchmark of ${run.modelId}`.slice(0, 100),
    scopes: ['inference'],
    allowed_models: [run.modelId],
    limit_usd: formatUsd(run.maxCostNanos * LIMIT_FACTOR + LEAST_LIMIT_NANOS),
    expires_at: new Date(clock.now().getTime() + LIFETIME_MILLIS).toISOString(),
  })
  return {
    customerId: caller.customerId,
    apiKeyId: made.id,
    sealedKey: sealed(run.id, made.key),
    ownsKey: true,
  }
}

/** A key that the operator gave. Throws `invalid_parameter` where it opens nothing. */
export async function takeGivenKey(runId: string, secret: string): Promise<RunKey> {
  const owner = await ownerOf(secret)
  if (owner?.apiKey == null || !owner.apiKey.scopes.includes('inference'))
    throw new AppError('invalid_parameter', {
      param: 'api_key',
      message: 'api_key must be an API key of this installation that has the scope inference.',
    })
  return {
    customerId: owner.customerId,
    apiKeyId: owner.apiKey.id,
    sealedKey: sealed(runId, secret),
    ownsKey: false,
  }
}

async function ownerOf(secret: string): Promise<Caller | undefined> {
  try {
    return await verifyKey(secret)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined
    throw error
  }
}

export function openRunKey({ id, sealedKey }: Pick<RunRow, 'id' | 'sealedKey'>): string | undefined {
  return sealedKey === null ? undefined : unseal(purposeOf(id), sealedKey)
}

/** The run has ended: its key is revoked where it was made for it, and forgotten in any case. May be repeated. */
export async function dropRunKey({
  id,
  apiKeyId,
  ownsKey,
  customerId,
}: Pick<RunRow, 'id' | 'apiKeyId' | 'ownsKey' | 'customerId'>): Promise<void> {
  if (ownsKey && apiKeyId !== null) {
    const owner: Caller = { customerId, userId: null, apiKey: null, isOperator: false }
    await revokeKey(owner, apiKeyId).catch((error: unknown) => {
      // Revoked before, by a person or by the run that was killed after this.
      if (!(error instanceof AppError && error.status === 404)) throw error
    })
  }
  await clearKey(id)
}

function sealed(runId: string, secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(seal(purposeOf(runId), secret))
}

function purposeOf(runId: string): string {
  return `benchmark run ${runId}`
}
