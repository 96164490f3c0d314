import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { fileTypeFromBuffer } from 'file-type'
import { clock } from '@/lib/platform/clock'
import { env, environment, readSecret } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'
import { seal } from '@/lib/platform/secrets'
import type { ServedFile } from '@/lib/platform/stream'
import type { Transaction } from '@/lib/platform/transaction'
import { type ChangeSettingsRequest, definitions, SettingKey, type SettingValues } from './definitions'
import {
  isSecret,
  LOGO,
  logoNow,
  openSetup,
  SETUP,
  StoredLogo,
  settingPurpose,
  updatedAtOf,
} from './keep-settings'
import { deleteSettings, lockSettings, type SettingRow, saveSetting } from './repository'
import type { ChangeSetupRequest, LogoRequest, Setting, SettingList, SettingValue } from './schema'

/** Every setting with its value and where the value comes from. */
export function listSettings(): SettingList {
  const [now, usual] = [env(), environment()]
  const data = SettingKey.options.map((key): Setting => {
    const { schema: _schema, ...definition } = definitions[key]
    const updatedAt = updatedAtOf(key)
    const isVariable = readSecret(key) !== undefined
    return {
      key,
      ...definition,
      value: shown(key, now[key]),
      source: updatedAt ? 'console' : isVariable ? 'environment' : 'default',
      usual: shown(key, usual[key]),
      updated_at: updatedAt?.toISOString() ?? null,
    }
  })
  return { object: 'list', data, logo_url: logoUrl() }
}

/** A setting as it may be shown: without the credentials of a mail server's URL. */
function shown(key: SettingKey, value: SettingValues[SettingKey]): SettingValue {
  if (value === undefined) return null
  if (!isSecret(key) || typeof value !== 'string') return value
  const { protocol, host, username } = new URL(value)
  return `${protocol}//${username === '' ? '' : '••••@'}${host}`
}

type State = Record<string, unknown> | null

/** Sets and resets settings. Every node is notified at the commit. */
export async function changeSettings(
  { set, reset }: ChangeSettingsRequest,
  userId: string | null,
  transaction: Transaction,
): Promise<{ before: State; after: State }> {
  const rows = await lockSettings(transaction)
  const touched = SettingKey.options.filter((key) => key in set || reset.includes(key))
  const written: SettingRow[] = []
  for (const key of touched) {
    const value = set[key]
    if (value === undefined) continue
    const former = rows.find((row) => row.key === key)
    // A secret that is sent back masked is not changed.
    if (isSecret(key) && value === shown(key, env()[key])) {
      if (former) written.push(former)
      continue
    }
    if (former?.sealed === null && isDeepStrictEqual(former.value, value)) written.push(former)
    else written.push(await saveSetting({ key, ...stored(key, value), updatedBy: userId }, transaction))
  }
  await deleteSettings(reset, transaction)
  return { before: stateOf(touched, rows), after: stateOf(touched, written) }
}

function stored(key: SettingKey, value: NonNullable<SettingValues[SettingKey]>) {
  return isSecret(key) && typeof value === 'string'
    ? { value: null, sealed: seal(settingPurpose(key), value) }
    : { value, sealed: null }
}

/** For the audit log: null where the environment applies; only the time for a secret. */
function stateOf(keys: readonly SettingKey[], rows: readonly SettingRow[]): State {
  return Object.fromEntries(
    keys.map((key) => {
      const row = rows.find((one) => one.key === key)
      const value = row?.sealed ? `(secret, set ${row.updatedAt.toISOString()})` : row?.value
      return [key, value ?? null]
    }),
  )
}

/** Throws `invalid_parameter` for a URL that alerts must not be posted to. */
export async function checkAlertUrl({ set }: ChangeSettingsRequest): Promise<void> {
  const url = set.OPERATOR_ALERT_URL
  const isSet = url !== undefined && url !== env().OPERATOR_ALERT_URL
  const message = isSet ? await checkOutboundUrl(url) : undefined
  if (message !== undefined)
    throw new AppError('invalid_parameter', { param: 'set.OPERATOR_ALERT_URL', message })
}

// The installation's logo is stored with the settings, in memory on every node, and public.
const LOGO_PATH = '/api/logo'
const LOGO_TYPES = ['image/png', 'image/apng', 'image/jpeg', 'image/webp']
const SVG = 'image/svg+xml'
const YEAR_MILLIS = 365 * 24 * 3600 * 1000
const FIVE_MINUTES_MILLIS = 300_000

/** The URL contains a hash of the image, so it can be cached for long. */
export function logoUrl(): string | null {
  const logo = logoNow()
  return logo && `${LOGO_PATH}?v=${logo.etag.replaceAll('"', '')}`
}

/** Throws `not_found` where no logo is set. */
export function openLogo(version: string | undefined): ServedFile {
  const logo = logoNow()
  if (logo === null) throw new AppError('not_found')
  const { mimeType, bytes, etag } = logo
  const goodMillis = `"${version}"` === etag ? YEAR_MILLIS : FIVE_MINUTES_MILLIS
  return {
    mimeType,
    sizeBytes: bytes.length,
    etag,
    goodUntil: new Date(clock.now().getTime() + goodMillis),
    isShared: true,
    fileName: `logo.${mimeType === SVG ? 'svg' : mimeType.slice('image/'.length)}`,
    isDownload: false,
    open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}

/** Keeps what an operator has done of the setup. Every node is notified at the commit. */
export async function saveSetup(
  { done, is_dismissed }: ChangeSetupRequest,
  userId: string | null,
  transaction: Transaction,
): Promise<void> {
  const before = openSetup(await lockSettings(transaction))
  const value = {
    done: [...new Set([...before.done, ...(done ? [done] : [])])],
    is_dismissed: is_dismissed ?? before.is_dismissed,
  }
  await saveSetting({ key: SETUP, value, sealed: null, updatedBy: userId }, transaction)
}

type LogoStates = { before: object | null; after: object | null }

/** Throws `invalid_parameter` for anything but PNG, JPEG, WebP or SVG. */
export async function saveLogo(
  { image }: LogoRequest,
  userId: string | null,
  transaction: Transaction,
): Promise<LogoStates> {
  const mimeType = await mimeTypeOf(Buffer.from(image, 'base64'))
  const rows = await lockSettings(transaction)
  const value = { mimeType, base64: image }
  const row = await saveSetting({ key: LOGO, value, sealed: null, updatedBy: userId }, transaction)
  return { before: logoState(rows.find(({ key }) => key === LOGO)), after: logoState(row) }
}

export async function removeLogo(transaction: Transaction): Promise<LogoStates> {
  const rows = await lockSettings(transaction)
  await deleteSettings([LOGO], transaction)
  return { before: logoState(rows.find(({ key }) => key === LOGO)), after: null }
}

/** SVG is safe: pages show it as an image, and opened directly it is served with a sandbox that runs no scripts. */
async function mimeTypeOf(bytes: Buffer): Promise<string> {
  const known = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (known !== undefined && LOGO_TYPES.includes(known)) return known.replace('apng', 'png')
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF?\s*(<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>|\s)*/i, '')
  if (/^<svg[\s>]/i.test(text) && /<\/svg>\s*$|\/>\s*$/i.test(text)) return SVG
  throw new AppError('invalid_parameter', {
    param: 'image',
    message: 'image must be a PNG, JPEG, WebP or SVG.',
  })
}

function logoState(row: SettingRow | undefined): object | null {
  const stored = StoredLogo.safeParse(row?.value)
  if (row === undefined || !stored.success) return null
  const { mimeType, base64 } = stored.data
  return { type: mimeType, bytes: Buffer.byteLength(base64, 'base64'), set_at: row.updatedAt.toISOString() }
}
