const digits = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const million = 1_000_000

/** USD per token → per million tokens, as everyone compares them: `"0.00000015"` → `$0.15`. */
export function formatPricePerMillion(price: string | null): string | null {
  if (price === null) return null
  const perToken = Number(price)
  if (!Number.isFinite(perToken)) return null
  return perToken === 0 ? 'Free' : `$${digits.format(perToken * million)}`
}
