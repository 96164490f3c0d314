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
import { bindGroup, digestOf, learnOutcome, VAULT_TOKEN_PURPOSE } from './validations'

/** What the phone's page shows. Throws 404 for a link that was never given out. */
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
 * A phone begins the check, the first one only; that one may ask again, such as after a reload. Where the vault makes real
 * checks, its session is opened now and not before. Throws 404, 409 `liveness_unavailable` when another phone has opened it
 * or it is over.
 */
export async function openLiveness(
  token: string,
  { phone_secret }: OpenLivenessRequest,
): Promise<OpenedLiveness> {
  const digest = digestOf(token)
  const isOurs = await openValidation(digest, digestOf(phone_secret), clock.now())
  const row = await findValidation(digest)
  if (row === null) throw new AppError('not_found')
  if (!isOurs) throw new AppError('liveness_unavailable')
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
 * The sandbox's own end of a check, by the phone that opened it and inside its window; how it ended, whenever that phone
 * asks again. Throws 404 where checks are real, 403 for another phone, 409 when its time is over. To decline ends any check.
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

/** The person does not agree: the check is over before the vault hears of it. Throws 404, 409 as `openLiveness`. */
async function declineLiveness(token: string, phoneSecret: string): Promise<FinishedLiveness> {
  const digest = digestOf(token)
  const isOurs = await openValidation(digest, digestOf(phoneSecret), clock.now())
  const row = await findValidation(digest)
  if (row === null) throw new AppError('not_found')
  if (!isOurs) throw new AppError('liveness_unavailable')
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
  const group = await bindGroup(row, null)
  if (group?.isNew && portrait) await addPortrait(row.customerId, group.id, portrait)
}

const HOUR_MILLIS = 3600 * 1000

/** The picture that the phone took becomes the group's first asset, checked like every other. */
async function addPortrait(customerId: string, groupId: string, dataUrl: string): Promise<void> {
  const body = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const expiresAt = new Date(clock.now().getTime() + HOUR_MILLIS)
  const { url } = await keepObject({ customerId, body, mimeType: 'image/jpeg', expiresAt })
  await addAsset({ groupId, customerId, name: 'Portrait', assetType: 'Image', sourceUrl: url })
}

const PLAIN_CODE = /^\d{1,10}$/

/**
 * The phone comes back from the vault's own page. What its address says is a hint: whether the person passed is asked of
 * the vault. Resolves with where the browser goes on. Throws 404 for a token that was never given out.
 */
export async function returnLiveness(token: string, resultCode: string): Promise<string> {
  const digest = digestOf(token)
  const row = await findValidation(digest)
  if (row === null) throw new AppError('not_found')
  const { kind } = await learnOutcome(row)
  if (kind !== 'open') return returnUrl(row, token, PASSED)
  if (resultCode !== PASSED && row.status === 'opened') await failValidation(digest, clock.now())
  const code = PLAIN_CODE.test(resultCode) && resultCode !== PASSED ? resultCode : FAILED
  return returnUrl(row, token, code)
}

/** Volcengine's own code for a passed check; ours for one that was not. */
const PASSED = '10000'
const FAILED = '10001'

/** Where the phone's browser goes: the caller's URL with a signed hint in its query. The result call is the authority. */
async function returnUrl(
  row: { customerId: string; callbackUrl: string },
  token: string,
  resultCode: string,
): Promise<string> {
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  const url = new URL(row.callbackUrl)
  url.searchParams.set('validateToken', token)
  url.searchParams.set('resultCode', resultCode)
  url.searchParams.set('timestamp', timestamp)
  const signature = await signForCustomer(row.customerId, `${token}.${resultCode}.${timestamp}`)
  url.searchParams.set('signature', signature)
  return url.href
}
