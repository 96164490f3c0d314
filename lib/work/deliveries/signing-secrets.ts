import { createHmac, randomBytes } from 'node:crypto'
import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { type SealedColumn, seal, unseal } from '@/lib/platform/secrets'
import { changeSettings, findSettings, insertSecret, type SettingsRow } from './repository'

const SECRET_BYTES = 32

export type Secrets = {
  /** `whsec_…`; signs everything. */
  current: string
  /** Each also signs until `expiresAt`; newest first. */
  former: { secret: string; expiresAt: Date }[]
  alertUrl: string | null
}

/** The customer's secrets. The first one is generated on first use. */
export async function openSecrets(customerId: string): Promise<Secrets> {
  const row = (await findSettings(customerId)) ?? (await createSettings(customerId))
  return readSecrets(row) ?? requireReadable(await replaceUnreadable(row))
}

export function sealSecret(customerId: string, secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(seal(purposeOf(customerId), secret))
}

/** Standard Webhooks: base64 of 24 to 64 random bytes behind `whsec_`. */
export function generateSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** Undefined if it was sealed under another NEXTAUTH_SECRET. */
export function readSecrets(row: SettingsRow): Secrets | undefined {
  const purpose = purposeOf(row.customerId)
  const current = unseal(purpose, row.sealedSecret)
  if (current === undefined) return undefined
  const now = clock.now()
  const former = row.formerSecrets.flatMap(({ sealedSecret, expiresAt }) => {
    const secret = expiresAt > now ? unseal(purpose, sealedSecret) : undefined
    return secret === undefined ? [] : [{ secret, expiresAt }]
  })
  return { current, former, alertUrl: row.alertUrl }
}

async function createSettings(customerId: string): Promise<SettingsRow> {
  await insertSecret(customerId, sealSecret(customerId, generateSecret()))
  const row = await findSettings(customerId)
  if (row === null) throw new Error('the new settings are missing')
  return row
}

/** After a change of NEXTAUTH_SECRET, old secrets cannot be read: a new one is generated so that callbacks continue. */
function replaceUnreadable({ customerId }: SettingsRow): Promise<SettingsRow> {
  return changeSettings(customerId, (row) => {
    if (readSecrets(row) !== undefined) return {}
    logger.warn(
      { customerId },
      'a webhook secret was sealed under another NEXTAUTH_SECRET; a new one replaces it',
    )
    const sealedSecret = sealSecret(customerId, generateSecret())
    return { sealedSecret, formerSecrets: { deleteMany: {} } }
  })
}

function requireReadable(row: SettingsRow): Secrets {
  const secrets = readSecrets(row)
  if (secrets === undefined) throw new Error('the new secret cannot be read')
  return secrets
}

function purposeOf(customerId: string): string {
  return `webhook-secret:${customerId}`
}

export const sealedSecrets = ['callback_settings', 'callback_former_secrets'].map((table): SealedColumn => {
  const purpose = ({ customer_id = '' }) => purposeOf(customer_id)
  return { table, column: 'sealed_secret', owner: ['customer_id'], purposeOf: purpose }
})

/** Signs a text with the customer's current webhook secret: `v1,<base64 HMAC-SHA256>`. */
export async function signForCustomer(customerId: string, text: string): Promise<string> {
  const { current } = await openSecrets(customerId)
  return signText(current, text)
}

/** `v1,<base64>`: HMAC-SHA256 with the decoded bytes of a `whsec_…` secret. */
export function signText(secret: string, text: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}
