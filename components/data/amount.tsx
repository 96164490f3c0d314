import { decimalsOf, formatMoney, type MoneyPlace } from '@/lib/client/format/money'

/** The most decimals of any amount in a column. */
export function decimalsIn(column: readonly string[], at: MoneyPlace): number {
  return column.reduce((most, usd) => Math.max(most, decimalsOf(formatMoney(usd, at))), 0)
}

type AmountProps = { usd: string; at: MoneyPlace /** By `decimalsIn`. */; decimals: number }

/** An amount in a column. Invisible zeros align its decimal point with the others', without changing how it is written. */
export function Amount({ usd, at, decimals }: AmountProps) {
  const text = formatMoney(usd, at)
  const pad = '0'.repeat(Math.max(0, decimals - decimalsOf(text)))
  return (
    <span data-pad={pad} className="after:invisible after:content-[attr(data-pad)]">
      {text}
    </span>
  )
}
