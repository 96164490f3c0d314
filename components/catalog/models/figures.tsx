import { Dash, type FigureColumn } from '@/components/data/figure-table'
import { StatusDot } from '@/components/ui/badge'
import type { ProviderItem, ProviderModel } from '@/lib/catalog/models/schema'
import type { ModelFigures } from '@/lib/catalog/rankings/schema'
import { formatCompact, formatDuration, formatNumber } from '@/lib/client/format/number'
import { type PriceCell, priceColumns } from './price'

type FigureProps = {
  value: number | null
  /** Milliseconds, tokens per second, 0 to 100, or 0 to 1. */
  unit: 'ms' | 'tps' | 'percent' | 'share'
}

/** A measured figure, or a dash. */
export function Figure({ value, unit }: FigureProps) {
  if (value === null) return <Dash />
  return <span className="figures">{write(value, unit)}</span>
}

function write(value: number, unit: FigureProps['unit']): string {
  if (unit === 'ms') return formatDuration(value)
  if (unit === 'tps') return `${formatRate(value)} t/s`
  return formatPercent(unit === 'share' ? value * 100 : value)
}

/** `99.95%`; never rounded up to 100%, nor down to 0%. */
export function formatPercent(percent: number): string {
  if (percent === 0 || percent === 100) return `${percent}%`
  const hundredths = Math.min(9999, Math.max(1, Math.round(percent * 100)))
  return `${hundredths / 100}%`
}

/** Tokens per second: `8.4`, `48` or `68.4K`. */
export function formatRate(perSecond: number): string {
  if (perSecond >= 10_000) return formatCompact(perSecond)
  return perSecond < 10 ? perSecond.toFixed(1) : formatNumber(Math.round(perSecond))
}

/** `Last 24 hours: 412 ms median, 99.2% successful, 1.2K requests`; null where too little was measured. */
export function describeFigures({ latencyMs, successRate, requests }: ModelFigures): string | null {
  if (successRate === null) return null
  const latency = latencyMs === null ? [] : [`${write(latencyMs, 'ms')} median`]
  const facts = [
    ...latency,
    `${write(successRate, 'share')} successful`,
    `${formatCompact(requests)} requests`,
  ]
  return `Last 24 hours: ${facts.join(', ')}`
}

type Measured = Pick<ProviderModel, 'figures'>

/** A provider's figures for a model: medians of the last 24 hours. */
export const measuredColumns: FigureColumn<Measured>[] = [
  {
    id: 'ttft',
    name: 'Time to first token',
    numeric: true,
    cell: ({ figures }) => <Figure value={figures.ttft_p50_ms} unit="ms" />,
  },
  {
    id: 'throughput',
    name: 'Throughput',
    numeric: true,
    cell: ({ figures }) => <Figure value={figures.throughput_p50_tps} unit="tps" />,
  },
  {
    id: 'success',
    name: 'Success rate',
    numeric: true,
    cell: ({ figures }) => <Figure value={figures.success_rate} unit="share" />,
  },
]

type Offer = Pick<ProviderModel, 'context_length' | 'pricing'>

/** Context and prices at a provider. */
export const offerColumns: FigureColumn<Offer>[] = [
  {
    id: 'context',
    name: 'Context',
    numeric: true,
    cell: (row) =>
      row.context_length === null ? <Dash label="not stated" /> : formatCompact(row.context_length),
  },
  {
    id: 'input',
    name: 'Input',
    numeric: true,
    cell: ({ pricing }) => <PriceFigure price={priceColumns(pricing).input} />,
  },
  {
    id: 'output',
    name: 'Output',
    numeric: true,
    cell: ({ pricing }) => <PriceFigure price={priceColumns(pricing).output} />,
  },
]

/** A price with its unit, or a dash. */
export function PriceFigure({ price }: { price: PriceCell | null }) {
  if (!price) return <Dash label="none" />
  return (
    <>
      <span className="block text-foreground">{price.amount}</span>
      <span className="block text-xs text-faint-foreground">{price.unit}</span>
    </>
  )
}

const states = {
  operational: { tone: 'success', label: 'Operational' },
  degraded: { tone: 'warning', label: 'Degraded' },
  down: { tone: 'danger', label: 'Down' },
  disabled: { tone: 'neutral', label: 'Not connected' },
} as const

/** A provider's status, or why it is not available. */
export function ProviderState({ provider }: { provider: Pick<ProviderItem, 'status' | 'disabled_reason'> }) {
  const { tone, label } = states[provider.status]
  return <StatusDot tone={tone}>{provider.disabled_reason === 'switched_off' ? 'Disabled' : label}</StatusDot>
}
