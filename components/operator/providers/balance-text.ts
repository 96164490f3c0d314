import type { ProviderAccount as Account } from '@/lib/operator/accounts/schema'

/** `12.34 USD`. */
export function balanceText({ amount, currency }: NonNullable<Account['balance']>): string {
  return `${Number(amount).toFixed(2)} ${currency}`
}

export function isBalanceLow({ balance, alert_below }: Account): boolean {
  return balance !== null && alert_below !== null && Number(balance.amount) < Number(alert_below)
}
