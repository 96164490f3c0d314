import { createHash } from 'node:crypto'
import { z } from 'zod'
import { overrideEnv } from '@/lib/platform/env'
import { repeat } from '@/lib/platform/instance'
import { logger } from '@/lib/platform/logger'
import { subscribe } from '@/lib/platform/notify'
import { type SealedColumn, unseal } from '@/lib/platform/secrets'
import { definitions, SettingKey, SettingValues } from './definitions'
import { listSettingRows, type SettingRow } from './repository'

/** In addition to change notifications: a message may be lost. */
const REFRESH_MILLIS = 30_000

export const LOGO = 'LOGO'
export const StoredLogo = z.object({ mimeType: z.string(), base64: z.base64() })
export type Logo = { mimeType: string; bytes: Buffer; etag: string }

type Keeper = {
  watching: Promise<void> | undefined
  reading: Promise<void>
  /** Of the values that are set here and valid. */
  updatedAt: ReadonlyMap<string, Date>
  logo: Logo | null
}

const keeper: Keeper = {
  watching: undefined,
  reading: Promise.resolve(),
  updatedAt: new Map(),
  logo: null,
}

/** Puts what operators set above the environment (`env()`), and keeps it so. Called at start, and after a change. */
export async function loadSettings(): Promise<void> {
  keeper.watching ??= watch().catch((error: unknown) => {
    keeper.watching = undefined
    throw error
  })
  await keeper.watching
  await readAgain()
}

async function watch(): Promise<void> {
  const failure = 'the settings could not be read; keeping the old ones'
  const refresh = () => {
    readAgain().catch((error: unknown) => logger.warn({ err: String(error) }, failure))
  }
  await subscribe('settings', { onMessage: refresh, onGap: refresh })
  repeat(REFRESH_MILLIS, readAgain, failure)
}

/** One after the other: an older read never replaces a newer one. */
function readAgain(): Promise<void> {
  keeper.reading = keeper.reading.catch(() => undefined).then(read)
  return keeper.reading
}

async function read(): Promise<void> {
  const rows = await listSettingRows()
  const opened = rows.flatMap((row) => (row.key === LOGO ? [] : (openValue(row) ?? [])))
  overrideEnv(Object.assign({}, ...opened.map(({ values }) => values)))
  keeper.updatedAt = new Map(opened.map(({ key, updatedAt }) => [key, updatedAt]))
  keeper.logo = openLogo(rows.find(({ key }) => key === LOGO))
}

/** Undefined, with a line in the log: of a version that knew it, sealed by a key that is not here, or not valid any more. */
function openValue(row: SettingRow): { key: SettingKey; values: SettingValues; updatedAt: Date } | undefined {
  const key = SettingKey.safeParse(row.key)
  const value = row.sealed === null ? row.value : unseal(settingPurpose(row.key), row.sealed)
  const values = SettingValues.safeParse({ [row.key]: value })
  if (key.success && values.success && value !== undefined)
    return { key: key.data, values: values.data, updatedAt: row.updatedAt }
  logger.warn({ key: row.key }, 'a setting cannot be read: the environment is followed instead')
  return undefined
}

function openLogo(row: SettingRow | undefined): Logo | null {
  const stored = StoredLogo.safeParse(row?.value)
  if (!stored.success) return null
  const bytes = Buffer.from(stored.data.base64, 'base64')
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  return { mimeType: stored.data.mimeType, bytes, etag }
}

export function logoNow(): Logo | null {
  return keeper.logo
}

/** When an operator set it; undefined: the environment is followed. */
export function updatedAtOf(key: string): Date | undefined {
  return keeper.updatedAt.get(key)
}

export function isSecret(key: SettingKey): boolean {
  return definitions[key].kind === 'secret'
}

export function settingPurpose(key: string): string {
  return `setting ${key}`
}

export const sealedSettings: SealedColumn = {
  table: 'settings',
  column: 'sealed',
  owner: ['key'],
  purposeOf: ({ key = '' }) => settingPurpose(key),
}
