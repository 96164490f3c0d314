import { formatCostShort, formatMoney } from '@/lib/client/format/money'
import { formatCompact } from '@/lib/client/format/number'
import { formatBeside } from '../breakdown/format-beside'

const NANOS = 1_000_000_000

/** Nano-dollars for people: cents from a dollar on, below it four significant digits, so that small sums do not vanish. */
export function formatNanos(nanos: number): string {
  return formatCostShort(toDecimal(nanos))
}

/** The same for an axis: `$0`, `$0.0005`, `$1.50`, `$20`, `$1.2K`. */
export function formatNanosShort(nanos: number): string {
  const dollars = nanos / NANOS
  if (dollars >= 1000) return `$${formatCompact(dollars)}`
  if (Number.isInteger(dollars)) return `$${dollars}`
  return formatMoney(toDecimal(nanos), { min: 2, max: 9 })
}

/** The same for a column, where the decimal points stand below each other. */
export function formatNanosBeside(column: readonly number[]): (nanos: number) => string {
  const write = formatBeside(column.map(toDecimal))
  return (nanos) => write(toDecimal(nanos))
}

function toDecimal(nanos: number): string {
  const digits = Math.abs(Math.round(nanos)).toString().padStart(10, '0')
  return `${nanos < 0 ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`
}
