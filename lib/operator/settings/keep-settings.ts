import { createHash } from 'node:crypto'
import { z } from 'zod'
import { overrideEnv } from '@/lib/platform/env'
import { repeat } from '@/lib/platform/instance'
import { logger } from '@/lib/platform/logger'
import { subscribe } from '@/lib/platform/notify'
import { type SealedColumn, unseal } from '@/lib/platform/secrets'
import { definitions, SettingKey, SettingValues } from './definitions'
import { listSettingRows, type SettingRow } from './repository'
import { SetupStep } from './schema'

/** Besides change notifications, which may be lost. */
const REFRESH_MILLIS = 30_000

export const LOGO = 'LOGO'
export const StoredLogo = z.object({ mimeType: z.string(), base64: z.base64() })
export const SETUP = 'SETUP'
/** What a new operator has done of the setup, beyond what shows by itself. */
export const StoredSetup = z.object({ done: z.array(SetupStep), is_dismissed: z.boolean() })
type StoredSetup = z.infer<typeof StoredSetup>

export type Logo = { mimeType: string; bytes: Buffer; etag: string }

type State = {
  watching: Promise<void> | undefined
  reading: Promise<void>
  /** When each valid value was set. */
  updatedAt: ReadonlyMap<string, Date>
  logo: Logo | null
  setup: StoredSetup
}

const state: State = {
  watching: undefined,
  reading: Promise.resolve(),
  updatedAt: new Map(),
  logo: null,
  setup: { done: [], is_dismissed: false },
}

/** Overrides `env()` with the stored settings and keeps it up to date. Called at start and after a change. */
export async function loadSettings(): Promise<void> {
  state.watching ??= watch().catch((error: unknown) => {
    state.watching = undefined
    throw error
  })
  await state.watching
  await readAgain()
}

async function watch(): Promise<void> {
  const failure = 'the settings could not be read; keeping the old ones'
  const refresh = () => readAgain().catch((error: unknown) => logger.warn({ err: String(error) }, failure))
  await subscribe('settings', { onMessage: refresh, onGap: refresh })
  repeat(REFRESH_MILLIS, readAgain, failure)
}

/** Reads run one after another, so an older read never replaces a newer one. */
function readAgain(): Promise<void> {
  state.reading = state.reading.catch(() => undefined).then(read)
  return state.reading
}

async function read(): Promise<void> {
  const rows = await listSettingRows()
  const opened = rows.flatMap((row) => (row.key === LOGO || row.key === SETUP ? [] : (openValue(row) ?? [])))
  overrideEnv(Object.assign({}, ...opened.map(({ values }) => values)))
  state.updatedAt = new Map(opened.map(({ key, updatedAt }) => [key, updatedAt]))
  state.logo = openLogo(rows.find(({ key }) => key === LOGO))
  state.setup = openSetup(rows)
}

/** Undefined, with a warning, for an unknown setting, an unavailable sealing key, or a value that is no longer valid. */
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

export function openSetup(rows: readonly SettingRow[]): StoredSetup {
  const stored = StoredSetup.safeParse(rows.find(({ key }) => key === SETUP)?.value)
  return stored.data ?? { done: [], is_dismissed: false }
}

export function setupNow(): StoredSetup {
  return state.setup
}

export function logoNow(): Logo | null {
  return state.logo
}

/** When an operator set it; undefined where the environment applies. */
export function updatedAtOf(key: string): Date | undefined {
  return state.updatedAt.get(key)
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
