import { Dash } from '@/components/data/dash'
import type { PriceCell } from './price-columns'

/** A price over its measure; a dash where there is none. */
export function PriceFigure({ price }: { price: PriceCell | null }) {
  if (!price) return <Dash words="none" />
  return (
    <>
      <span className="block text-ink">{price.amount}</span>
      <span className="block text-xs text-faint">{price.unit}</span>
    </>
  )
}
