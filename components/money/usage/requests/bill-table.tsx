import { videoSeconds } from '@/components/catalog/models/price'
import { Amount, decimalsIn } from '@/components/data/amount'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import type { RecentItem } from '@/lib/money/usage/schema'

type BillLine = RecentItem['bill']['lines'][number]

const items: Record<string, { name: string; perMillion?: true; unit?: string }> = {
  prompt: { name: 'Prompt tokens', perMillion: true },
  image_input: { name: 'Image prompt tokens', perMillion: true },
  audio_input: { name: 'Audio prompt tokens', perMillion: true },
  cached_prompt: { name: 'Cached prompt tokens', perMillion: true },
  cached_audio_input: { name: 'Cached audio prompt tokens', perMillion: true },
  cache_write: { name: 'Cache write tokens', perMillion: true },
  cache_write_1h: { name: 'Cache write tokens (1 hour)', perMillion: true },
  completion: { name: 'Completion tokens', perMillion: true },
  image_output: { name: 'Image output tokens', perMillion: true },
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
  const decimals = decimalsIn([bill.total, ...bill.lines.map((line) => line.amount)], 'exact')
  const amount = (usd: string) => <Amount usd={usd} at="exact" decimals={decimals} />
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
              {nameOf(line.item)}
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

/** The item of a line, and the tier and hours of its rate: `prompt_from_1630_above_272000`. */
function readItem(line: string) {
  const [, item = line, hour, minute, above] =
    /^(.+?)(?:_from_(\d\d)(\d\d))?(?:_above_(\d+))?$/.exec(line) ?? []
  return { item, from: hour && `${hour}:${minute}`, above }
}

function nameOf(line: string): string {
  const { item, from, above } = readItem(line)
  const terms = [
    items[item]?.name ?? item,
    from && `hours from ${from}`,
    above && `prompt over ${formatNumber(Number(above))} tokens`,
  ]
  return terms.filter(Boolean).join(', ')
}

function explain({ item: line, quantity, unit_price }: BillLine): string {
  const { item } = readItem(line)
  if (item === 'not_charged') return 'Exceeded the amount reserved and the balance'
  if (items[item]?.perMillion)
    return `${formatNumber(quantity)} at ${formatPerMillion(unit_price)} per million`
  const unit = items[item]?.unit
  return `${formatNumber(quantity)}${unit ? ` ${unit}` : ''} at ${formatMoney(unit_price, 'exact')}`
}
