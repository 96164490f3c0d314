import { Badge } from '@/components/ui/badge'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatDateTime } from '@/lib/client/format/time'
import type { OperatorPrice } from '@/lib/operators/catalog-schema'
import { priceLines } from './price-lines'

const states = {
  scheduled: { tone: 'accent', word: 'Scheduled' },
  in_force: { tone: 'success', word: 'In force' },
  past: { tone: 'neutral', word: 'Past' },
} as const

const sources = { builtin: 'Built-in', file: 'PROVIDERS_FILE', found: 'Local server', operator: 'By hand' }

type PriceHistoryProps = { prices: readonly OperatorPrice[]; label: string }

/** Every version of a price, the latest first. None is ever changed: bills refer to them. */
export function PriceHistory({ prices, label }: PriceHistoryProps) {
  if (prices.length === 0)
    return <p className="p-4 text-sm text-muted">It has no price, so it is not tried.</p>
  return (
    <Table label={label}>
      <TableHeader>
        <tr>
          <TableHead className="w-20">Version</TableHead>
          <TableHead>Price</TableHead>
          <TableHead className="max-md:hidden">Holds from</TableHead>
          <TableHead className="max-md:hidden">Set</TableHead>
          <TableHead numeric>State</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {prices.map((price) => (
          <TableRow key={price.id} className="align-top">
            <TableCell className="figures align-top text-muted">v{price.version}</TableCell>
            <TableCell className="align-top">
              <ul className="flex flex-col gap-0.5">
                {priceLines(price.pricing).map(({ name, label: rate, amount, unit }) => (
                  <li key={name} className="text-sm">
                    <span className="text-muted">{rate}</span>{' '}
                    <span className="figures font-medium">{amount}</span>{' '}
                    <span className="text-xs text-faint">{unit}</span>
                  </li>
                ))}
              </ul>
              <span className="mt-1 block text-xs text-faint md:hidden">
                From {formatDateTime(price.valid_from)}
              </span>
            </TableCell>
            <TableCell className="figures align-top text-muted max-md:hidden">
              {formatDateTime(price.valid_from)}
            </TableCell>
            <TableCell className="align-top text-muted max-md:hidden">{sources[price.source]}</TableCell>
            <TableCell className="text-right align-top">
              <Badge tone={states[price.state].tone}>{states[price.state].word}</Badge>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
