import { refuseOpenDemo } from '@/lib/catalog/credentials/keys'
import type { CatalogProvider } from '@/lib/catalog/models/catalog-snapshot'
import { problemOf } from '@/lib/catalog/models/check-upstreams'
import { catalogSnapshot } from '@/lib/catalog/models/read-snapshot'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import { type SealedColumn, seal, unseal } from '@/lib/platform/secrets'
import type { Transaction } from '@/lib/platform/transaction'
import { accountReaderFor } from '@/lib/upstream/registry'
import { readVendorBalance, type VendorAccount, vendorAccountOf } from '@/lib/upstream/vendor-accounts'
import { type AccountRow, findAccountRow, listAccountRows, saveAccount } from './repository'
import type { ChangeAccountRequest, ProviderAccount } from './schema'

export const sealedAdminKeys: SealedColumn = {
  table: 'provider_accounts',
  column: 'sealed_admin_key',
  owner: ['provider_id'],
  purposeOf: ({ provider_id = '' }) => purposeOf(provider_id),
}

function purposeOf(providerId: string): string {
  return `admin key of the account at ${providerId}`
}

/** The accounts of all providers that say something about them, by provider. */
export async function listProviderAccounts(): Promise<ReadonlyMap<string, ProviderAccount>> {
  const rows = new Map((await listAccountRows()).map((row) => [row.providerId, row]))
  const accounts = [...catalogSnapshot().providers.values()].flatMap((provider) => {
    const vendor = vendorOf(provider)
    return vendor ? [[provider.id, presentAccount(vendor, rows.get(provider.id))] as const] : []
  })
  return new Map(accounts)
}

export function vendorOf({ id, target, ownTarget }: CatalogProvider): VendorAccount | undefined {
  return vendorAccountOf({ id, baseUrl: (target ?? ownTarget)?.baseUrl ?? null })
}

function presentAccount(vendor: VendorAccount, row: AccountRow | undefined): ProviderAccount {
  const { balanceNanos = null, currency = null, readAt = null, alertBelowNanos = null } = row ?? {}
  const isRead = balanceNanos !== null && currency !== null && readAt !== null
  return {
    balance: isRead ? { amount: formatUsd(balanceNanos), currency, read_at: readAt.toISOString() } : null,
    problem: row?.problem ?? null,
    alert_below: alertBelowNanos === null ? null : formatUsd(alertBelowNanos),
    admin_key: row?.adminKeyLastFour ? { last_four: row.adminKeyLastFour } : null,
    has_balance: vendor.balance !== undefined,
    has_statements: vendor.statement !== undefined,
  }
}

/** Changes an account's threshold or admin key; returns both before and after. Throws `not_found`. */
export async function changeAccount(
  provider: CatalogProvider | undefined,
  { alert_below, admin_key }: ChangeAccountRequest,
  transaction: Transaction,
): Promise<{ before: object; after: object }> {
  if (provider === undefined || vendorOf(provider) === undefined) throw new AppError('not_found')
  if (admin_key) refuseOpenDemo()
  const stateOf = (row: AccountRow | null) => ({
    alert_below: row?.alertBelowNanos == null ? null : formatUsd(row.alertBelowNanos),
    admin_key: row?.adminKeyLastFour ? `…${row.adminKeyLastFour}` : null,
  })
  const before = stateOf(await findAccountRow(provider.id, transaction))
  const row = await saveAccount(
    provider.id,
    {
      ...(alert_below !== undefined && { alertBelowNanos: parseUsd(alert_below ?? '') ?? null }),
      ...(admin_key !== undefined && {
        sealedAdminKey: admin_key === null ? null : seal(purposeOf(provider.id), admin_key),
        adminKeyLastFour: admin_key?.slice(-4) ?? null,
      }),
    },
    transaction,
  )
  return { before, after: stateOf(row) }
}

/** Undefined: none is stored, or it cannot be decrypted. */
export async function readAdminKey(providerId: string): Promise<string | undefined> {
  const sealed = (await findAccountRow(providerId))?.sealedAdminKey
  return sealed ? unseal(purposeOf(providerId), sealed) : undefined
}

const BALANCE_TIMEOUT_MILLIS = 15_000

/** The hourly job: reads the balance of every enabled provider that tells it. Safe to run twice. */
export async function readBalances(): Promise<void> {
  const providers = [...catalogSnapshot().providers.values()].filter(
    ({ enabled, target }) => enabled && target,
  )
  await Promise.all(providers.map(readBalance))
}

async function readBalance(provider: CatalogProvider): Promise<void> {
  const { id, target } = provider
  const balance = vendorOf(provider)?.balance
  if (balance === undefined || target === null) return
  try {
    const ask = accountReaderFor(target, { key: await readAdminKey(id) })
    const signal = AbortSignal.timeout(BALANCE_TIMEOUT_MILLIS)
    const read = await ask(balance.path, signal, (answer) => {
      const found = readVendorBalance(answer, balance)
      if (found === undefined) throw new Error('there is no balance')
      return found
    })
    const { nanos: balanceNanos, currency } = read
    await saveAccount(id, { balanceNanos, currency, readAt: clock.now(), problem: null })
  } catch (error) {
    // The last balance stays, with the time when it was read.
    await saveAccount(id, { problem: problemOf(error) })
  }
}
