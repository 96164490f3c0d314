import { countedOf, toFigures } from '@/lib/money/prices/measures'
import { priceOf, scalePrice } from '@/lib/money/prices/price'
import type { VersionedPrice } from '@/lib/money/prices/read-prices'
import type { Bill } from '@/lib/money/prices/schema'
import { formatUsd, formatUsdForPeople } from '@/lib/platform/money'
import type { UsageRecordRow } from './repository'
import type { RecentItem } from './schema'
import { quantitiesOf } from './usage-row'

export function toRecentItem(
  row: UsageRecordRow,
  price: VersionedPrice | undefined,
  names: Pick<RecentItem, 'member_name' | 'project_name'>,
): RecentItem {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    model_id: row.model_id,
    model_name: row.model_name,
    api_key_name: row.api_key_name,
    member_id: row.member_id,
    project_id: row.project_id,
    ...names,
    modality: row.modality,
    provider: row.provider_id,
    status: row.status,
    ...toFigures('traffic', row),
    cost: formatUsd(row.cost_nanos),
    cost_str: formatUsdForPeople(row.cost_nanos),
    finish_reason: row.finish_reason,
    error_code: row.error_code,
    latency_ms: row.latency_ms,
    ttft_ms: row.ttft_ms,
    task_id: row.task_id,
    trace_id: row.trace_id,
    end_user: row.end_user,
    tags: row.tags ?? {},
    usage_source: row.usage_source,
    service_tier: row.service_tier,
    own_key: row.own_key,
    attempts: row.attempts ?? [],
    bill: toBill(row, price),
  }
}

function toBill(row: UsageRecordRow, price: VersionedPrice | undefined): Bill {
  const isCharged = row.status === 'success' && price !== undefined
  const priced = isCharged
    ? priceOf(
        row.price_factor === null ? price.price : scalePrice(price.price, row.price_factor),
        quantitiesOf(
          {
            ...countedOf(row),
            modality: row.modality,
            serviceTier: row.service_tier,
            imageQuality: row.image_quality,
            videoRate: row.video_rate,
          },
          row.created_at,
        ),
      )
    : { lines: [], totalNanos: 0n }
  // An image billed per image has tokens too, and vice versa: items without a price are left off the bill.
  const billed = priced.lines.filter((line) => row.modality === 'chat' || Number(line.unitPrice) > 0)
  const lines: Bill['lines'] = billed.map((line) => ({
    item: line.item,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    amount: formatUsd(line.amountNanos),
  }))
  // The upstream used more than the hold and the balance covered; the rest was not charged.
  const waived = priced.totalNanos - row.cost_nanos
  if (waived !== 0n)
    lines.push({
      item: 'not_charged',
      quantity: 1,
      unit_price: formatUsd(-waived),
      amount: formatUsd(-waived),
    })
  return {
    lines,
    total: formatUsd(row.cost_nanos),
    price_version: price?.version ?? null,
    price_factor: row.price_factor,
    own_key: row.own_key,
    usage_source: row.usage_source,
  }
}
