import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { Pricing } from '@/lib/catalog/schema'
import { priceLines } from './price-lines'

/** A pricing line by line, as a bill counts it. */
export function PriceTable({ pricing, label }: { pricing: Pricing; label: string }) {
  return (
    <Table label={label}>
      <TableHeader>
        <TableRow>
          <TableHead>Counted</TableHead>
          <TableHead numeric>Price</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {priceLines(pricing).map(({ item, amount, unit }) => (
          <TableRow key={item}>
            <TableCell>{item}</TableCell>
            <TableCell numeric>
              {amount} <span className="text-faint">{unit}</span>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
