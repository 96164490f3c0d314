/** Start of the calendar period (UTC; weeks begin on Monday) that a key's limit counts in; null: it never resets. */
export function periodStart(reset: 'daily' | 'weekly' | 'monthly' | null, now: Date): Date | null {
  if (reset === null) return null
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  if (reset === 'monthly') day.setUTCDate(1)
  if (reset === 'weekly') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day
}
