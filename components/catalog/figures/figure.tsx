import { Dash } from '@/components/data/dash'
import { formatDuration } from '@/lib/client/format/number'
import { formatPercent, formatRate } from './format-figures'

type FigureProps = {
  value: number | null
  /** What the number is: milliseconds, tokens a second, 0 to 100, 0 to 1. */
  unit: 'ms' | 'tps' | 'percent' | 'share'
}

/** A measured figure; a dash where nothing was measured. */
export function Figure({ value, unit }: FigureProps) {
  if (value === null) return <Dash />
  return <span className="figures">{write(value, unit)}</span>
}

function write(value: number, unit: FigureProps['unit']): string {
  if (unit === 'ms') return formatDuration(value)
  if (unit === 'tps') return `${formatRate(value)} t/s`
  return formatPercent(unit === 'share' ? value * 100 : value)
}
