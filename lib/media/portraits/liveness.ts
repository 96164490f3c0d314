import { timingSafeEqual } from 'node:crypto'
import { readContact } from '@/lib/account/identity/customers'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { seal } from '@/lib/platform/secrets'
import { portraitVault } from '@/lib/upstream/registry'
import { signForCustomer } from '@/lib/work/deliveries/signing-secrets'
import { keepObject } from '@/lib/work/objects/keep-object'
import { addAsset } from './assets'
import type {
  FinishedLiveness,
  FinishLivenessRequest,
  LivenessPage,
  OpenedLiveness,
  OpenLivenessRequest,
} from './schema'
import {
  failValidation,
  findValidation,
  openValidation,
  saveVaultToken,
  type ValidationRow,
} from './validation-repository'
import { createVerifiedGroup, digestOf, resolveOutcome, VAULT_TOKEN_PURPOSE } from './validations'

/** What the page on the phone shows. Throws 404 for an unknown link. */
export async function readLiveness(token: string): Promise<LivenessPage> {
  const row = await findValidation(digestOf(token))
  if (row === null) throw new AppError('not_found')
  const contact = await readContact(row.customerId)
  const left = Math.ceil((row.expiresAt.getTime() - clock.now().getTime()) / 1000)
  return {
    state: stateOf(row.status, left),
    is_sandbox: portraitVault().openValidation === undefined,
    asked_by: contact,
    expires_at: row.expiresAt.toISOString(),
    seconds_left: Math.max(0, left),
  }
}

function stateOf(status: string, secondsLeft: number): LivenessPage['state'] {
  if (status === 'passed' || status === 'failed') return status
  if (secondsLeft <= 0) return 'expired'
  return status === 'opened' ? 'opened' : 'waiting'
}

const TIMEOUT_MILLIS = 15_000

/**
 * Begins the check on the first phone that opens it; the same phone may repeat this, for example after a reload. If the
 * vault makes real checks, its session is opened only now. Throws 404, or 409 `liveness_unavailable` if another phone has
 * opened it or it is over.
 */
export async function openLiveness(
  token: string,
  { phone_secret }: OpenLivenessRequest,
): Promise<OpenedLiveness> {
  const digest = digestOf(token)
  const isFirstPhone = await openValidation(digest, digestOf(phone_secret), clock.now())
  const row = await findValidation(digest)
  if (row === null) throw new AppError('not_found')
  if (!isFirstPhone) throw new AppError('liveness_unavailable')
  const vault = portraitVault()
  const opened = { expires_at: row.expiresAt.toISOString() }
  if (!vault.openValidation) return { ...opened, link: null }
  const returnUrl = `${env().publicUrl}/api/liveness/${token}/return`
  const session = await vault
    .openValidation(returnUrl, AbortSignal.timeout(TIMEOUT_MILLIS))
    .catch((error: unknown) => {
      throw new AppError('upstream_unavailable', { cause: error })
    })
  await saveVaultToken(digest, Uint8Array.from(seal(VAULT_TOKEN_PURPOSE, session.token)))
  return { ...opened, link: session.link }
}

/**
 * Ends a check of the sandbox, on the phone that opened it and before it expires; repeated, returns how it ended. Throws 404
 * if checks are real, 403 for another phone, 409 if it has expired. Declining ends any check.
 */
export async function finishLiveness(
  token: string,
  { phone_secret, outcome, portrait }: FinishLivenessRequest,
): Promise<FinishedLiveness> {
  const digest = digestOf(token)
  if (outcome === 'decline') return declineLiveness(token, phone_secret)
  const row = await findValidation(digest)
  if (row === null || portraitVault().openValidation) throw new AppError('not_found')
  const isSamePhone = row.phoneDigest !== null && timingSafeEqual(row.phoneDigest, digestOf(phone_secret))
  if (!isSamePhone) throw new AppError('forbidden', { message: 'This check was opened on another phone.' })
  if (row.status === 'opened') await endCheck(row, { outcome, portrait })
  const ended = await findValidation(digest)
  return { redirect_url: await returnUrl(row, token, ended?.status === 'passed' ? PASSED : FAILED) }
}

/** The person declines: ends the check before the vault is involved. Throws 404, 409 as `openLiveness`. */
async function declineLiveness(token: string, phoneSecret: string): Promise<FinishedLiveness> {
  const digest = digestOf(token)
  const isFirstPhone = await openValidation(digest, digestOf(phoneSecret), clock.now())
  const row = await findValidation(digest)
  if (row === null) throw new AppError('not_found')
  if (!isFirstPhone) throw new AppError('liveness_unavailable')
  await failValidation(digest, clock.now())
  return { redirect_url: await returnUrl(row, token, FAILED) }
}

async function endCheck(
  row: ValidationRow,
  { outcome, portrait }: { outcome: 'pass' | 'fail'; portrait?: string | null | undefined },
): Promise<void> {
  if (row.expiresAt <= clock.now()) throw new AppError('liveness_unavailable')
  if (outcome === 'fail') {
    await failValidation(Uint8Array.from(row.tokenDigest), clock.now())
    return
  }
  const group = await createVerifiedGroup(row, null)
  if (group?.isNew && portrait) await addPortrait(row.customerId, group.id, portrait)
}

const HOUR_MILLIS = 3600 * 1000

/** The photo taken by the phone becomes the group's first asset, checked like every other. */
async function addPortrait(customerId: string, groupId: string, dataUrl: string): Promise<void> {
  const body = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const expiresAt = new Date(clock.now().getTime() + HOUR_MILLIS)
  const { url } = await keepObject({ customerId, body, mimeType: 'image/jpeg', expiresAt })
  await addAsset({ groupId, customerId, name: 'Portrait', assetType: 'Image', sourceUrl: url })
}

const PLAIN_CODE = /^\d{1,10}$/

/**
 * The phone returns from the vault's page. Its query is only a hint: the vault is asked whether the person passed. Resolves
 * with the URL where the browser continues. Throws 404 for an unknown token.
 */
export async function returnLiveness(token: string, resultCode: string): Promise<string> {
  const digest = digestOf(token)
  const row = await findValidation(digest)
  if (row === null) throw new AppError('not_found')
  const { kind } = await resolveOutcome(row)
  if (kind !== 'open') return returnUrl(row, token, PASSED)
  if (resultCode !== PASSED && row.status === 'opened') await failValidation(digest, clock.now())
  const code = PLAIN_CODE.test(resultCode) && resultCode !== PASSED ? resultCode : FAILED
  return returnUrl(row, token, code)
}

/** Volcengine's code for a passed check, and ours for a failed one. */
const PASSED = '10000'
const FAILED = '10001'

/** The caller's URL with a signed hint in its query. Only the result action is authoritative. */
async function returnUrl(
  row: { customerId: string; callbackUrl: string },
  token: string,
  resultCode: string,
): Promise<string> {
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  const signature = await signForCustomer(row.customerId, `${token}.${resultCode}.${timestamp}`)
  return withQuery(row.callbackUrl, { validateToken: token, resultCode, timestamp, signature })
}

/** Adds to a URL's query. What it has already stays as it is written, since it may be signed, unless it has one of the names. */
function withQuery(text: string, added: Record<string, string>): string {
  const url = new URL(text)
  for (const name of Object.keys(added)) if (url.searchParams.has(name)) url.searchParams.delete(name)
  url.search += `${url.search === '' ? '?' : '&'}${new URLSearchParams(added)}`
  return url.href
}
