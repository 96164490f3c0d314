import { videoSeconds } from '@/components/catalog/models/price'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import type { RecentItem } from '@/lib/money/usage/schema'

type BillLine = RecentItem['bill']['lines'][number]

const items: Record<string, { name: string; perMillion?: true; unit?: string }> = {
  prompt: { name: 'Prompt tokens', perMillion: true },
  cached_prompt: { name: 'Cached prompt tokens', perMillion: true },
  cache_write: { name: 'Cache write tokens', perMillion: true },
  cache_write_1h: { name: 'Cache write tokens (1 hour)', perMillion: true },
  completion: { name: 'Completion tokens', perMillion: true },
  audio_output: { name: 'Audio output tokens', perMillion: true },
  video_token: { name: 'Video tokens', perMillion: true },
  ...Object.fromEntries(
    videoSeconds.map(({ rate, name }) => [
      `video_second_${rate}`,
      { name: `Video, ${name}`, unit: 'seconds' },
    ]),
  ),
  character: { name: 'Characters', perMillion: true },
  audio_second: { name: 'Audio', unit: 'seconds' },
  image_low: { name: 'Images, low quality' },
  image_medium: { name: 'Images, medium quality' },
  image_high: { name: 'Images, high quality' },
  request: { name: 'Requests' },
  web_search: { name: 'Web searches' },
  not_charged: { name: 'Not charged' },
}

/** A bill, line by line. */
export function BillTable({ bill }: { bill: RecentItem['bill'] }) {
  const column = [bill.total, ...bill.lines.map((line) => line.amount)]
  const amount = (decimal: string) => formatMoney(decimal, 'exact', column)
  return (
    <table aria-label="Bill" className="w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border border-y border-border">
        {bill.lines.map((line) => (
          <tr key={line.item}>
            <td className="py-2">
              {items[line.item]?.name ?? line.item}
              <span className="figures block text-xs text-faint-foreground">{explain(line)}</span>
            </td>
            <td className="figures py-2 text-right align-top whitespace-nowrap">{amount(line.amount)}</td>
          </tr>
        ))}
        {bill.lines.length === 0 && (
          <tr>
            <td className="py-2 text-muted-foreground">Nothing was charged.</td>
            <td />
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr className="font-medium">
          <td className="py-2">Total</td>
          <td className="figures py-2 text-right whitespace-nowrap">{amount(bill.total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function explain({ item, quantity, unit_price }: BillLine): string {
  if (item === 'not_charged') return 'Exceeded the amount reserved and the balance'
  if (items[item]?.perMillion)
    return `${formatNumber(quantity)} at ${formatPerMillion(unit_price)} per million`
  const unit = items[item]?.unit
  return `${formatNumber(quantity)}${unit ? ` ${unit}` : ''} at ${formatMoney(unit_price, 'exact')}`
}
