/** How long the balance lasts: `low` and `empty` want credit added. */
export type BalanceOutlook = { state: 'fine' | 'low' | 'empty'; daysLeft: number | null }

const NANOS = 1_000_000_000
/** Below a dollar, or below three days of spending as it was lately, there is not much left. */
const LOW_NANOS = NANOS
const LOW_DAYS = 3

/** `dailyNanos` is what a day took lately. Without any spending nothing is said about days, nor that a small balance is low. */
export function balanceOutlook(availableNanos: number, dailyNanos: number): BalanceOutlook {
  if (availableNanos <= 0) return { state: 'empty', daysLeft: null }
  if (dailyNanos <= 0) return { state: 'fine', daysLeft: null }
  const daysLeft = availableNanos / dailyNanos
  const low = daysLeft < LOW_DAYS || availableNanos < LOW_NANOS
  return { state: low ? 'low' : 'fine', daysLeft }
}

/** `less than a day`, `about 12 days`, `more than a year`. */
export function describeDaysLeft(days: number): string {
  if (days < 1) return 'less than a day'
  if (days > 365) return 'more than a year'
  const whole = Math.round(days)
  return whole === 1 ? 'about a day' : `about ${whole} days`
}
