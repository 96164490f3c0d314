import { isDeepStrictEqual } from 'node:util'
import { env, environment, readSecret } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'
import { seal } from '@/lib/platform/secrets'
import type { Transaction } from '@/lib/platform/transaction'
import { type ChangeSettingsRequest, definitions, SettingKey, type SettingValues } from './definitions'
import { isSecret, settingPurpose, updatedAtOf } from './keep-settings'
import { logoUrl } from './logo'
import { deleteSettings, lockSettings, type SettingRow, saveSetting } from './repository'
import type { Setting, SettingList, SettingValue } from './schema'

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
