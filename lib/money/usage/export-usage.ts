import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { formatUsd } from '@/lib/platform/money'
import { bucketStorage } from '@/lib/platform/storage/storage'
import { csvLine } from './csv-exports'
import { insertRows, StoredRow } from './internal/older-repository'
import {
  chooseBatch,
  ExportRow,
  type ExportTarget,
  forgetBatch,
  listOpenBatches,
  readBatch,
} from './repository'

/** Posts a signed message once and returns every outcome; from `work/deliveries`, which this district may not import. */
type Post = (
  message: { id: string; url: string; body: string },
  secrets: { current: string; former: [] },
  signal: AbortSignal,
) => Promise<{ statusCode: number | null; error: string | null }>

const HOUR_MILLIS = 3_600_000
const ROWS = { files: 50_000, webhook: 500, clickhouse: 50_000 }

/**
 * Exports settled rows to the operator's targets: past hours as files, everything at once by webhook and to ClickHouse. Each row is sent at least
 * once: a batch that a killed process sent but did not remove is sent again with the same rows and name. Safe to repeat on any
 * process.
 */
export async function exportUsage(post: Post): Promise<void> {
  const { USAGE_EXPORT_FILES: files, USAGE_EXPORT_URL: url, USAGE_EXPORT_CLICKHOUSE: clickhouse } = env()
  const now = clock.now().getTime()
  const hour = new Date(Math.floor(now / HOUR_MILLIS) * HOUR_MILLIS)
  // A failing target does not block the others.
  const ended = await Promise.allSettled([
    files === 'off'
      ? undefined
      : sendAll('files', hour, ExportRow, (batch, rows) => store(batch, rows, files)),
    url === undefined
      ? undefined
      : sendAll('webhook', new Date(now), ExportRow, (batch, rows) => postRows(post, url, batch, rows)),
    clickhouse === undefined
      ? undefined
      : sendAll('clickhouse', new Date(now), StoredRow, (_, rows) => insertRows(rows)),
  ])
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

async function sendAll<Row>(
  target: ExportTarget,
  before: Date,
  shape: z.ZodType<Row>,
  send: (batch: string, rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  const finish = async (batch: string) => {
    await send(batch, await readBatch(target, batch, shape))
    await forgetBatch(target, batch)
  }
  for (const batch of await listOpenBatches(target)) await finish(batch)
  for (;;) {
    const batch = await chooseBatch(target, newId('msg'), before, ROWS[target])
    if (batch === undefined) return
    await finish(batch)
  }
}

async function store(batch: string, rows: readonly ExportRow[], kind: 'jsonl' | 'csv'): Promise<void> {
  const values = rows.map(present)
  const [first] = values
  if (first === undefined) return
  const text =
    kind === 'csv'
      ? [
          Object.keys(first),
          ...values.map((value) =>
            Object.values(value).map((cell) => {
              if (cell === null) return ''
              return typeof cell === 'boolean' || typeof cell === 'object' ? JSON.stringify(cell) : cell
            }),
          ),
        ]
          .map(csvLine)
          .join('')
      : values.map((value) => `${JSON.stringify(value)}\n`).join('')
  await put(`${batch}.${kind}.gz`, await promisify(gzip)(text))
}

/** Stores it in the bucket; without one, in a file under DATA_DIR that appears only when complete. */
async function put(name: string, body: Buffer): Promise<void> {
  const { USAGE_EXPORT_BUCKET, S3_BUCKET, DATA_DIR } = env()
  const bucket = USAGE_EXPORT_BUCKET ?? S3_BUCKET
  if (bucket !== undefined) {
    await bucketStorage(bucket).put(`usage-export/${name}`, body, { contentType: 'application/gzip' })
    return
  }
  const path = join(DATA_DIR, 'usage-export', name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.part`, body, { mode: 0o600 })
  await rename(`${path}.part`, path)
}

async function postRows(post: Post, url: string, batch: string, rows: readonly ExportRow[]): Promise<void> {
  if (rows.length === 0) return
  const id = batch.split('/').at(-1) ?? batch
  const message = {
    type: 'usage.settled',
    timestamp: clock.now().toISOString(),
    data: { items: rows.map(present) },
  }
  const { statusCode, error } = await post(
    { id, url, body: JSON.stringify(message) },
    { current: env().USAGE_EXPORT_SECRET ?? '', former: [] },
    new AbortController().signal,
  )
  if (error !== null) throw new Error(`the usage webhook failed: ${error} (${statusCode ?? 'no answer'})`)
}

type Line = Record<string, string | number | boolean | null | Record<string, string>>

const present = (row: ExportRow): Line => (env().USAGE_EXPORT_FORMAT === 'focus' ? toFocus(row) : plain(row))

function plain(row: ExportRow): Line {
  const { cost_nanos, created_at, settled_at, video_millis, audio_millis, end_user, tags, ...others } = row
  const { member_id, project_id, ...rest } = others
  return {
    ...rest,
    created_at: created_at.toISOString(),
    settled_at: settled_at.toISOString(),
    video_seconds: video_millis / 1000,
    audio_seconds: audio_millis / 1000,
    cost: formatUsd(cost_nanos),
    // New columns come last.
    end_user,
    tags,
    member_id,
    project_id,
  }
}

/** The consumed quantity, in the unit that models of this kind are mostly priced by. */
function consumed(row: ExportRow): { quantity: number; unit: string } {
  switch (row.modality) {
    case 'image':
      return { quantity: row.images, unit: 'Images' }
    case 'video':
      return { quantity: row.video_millis / 1000, unit: 'Seconds' }
    case 'speech':
      return { quantity: row.characters, unit: 'Characters' }
    case 'transcription':
      return { quantity: row.audio_millis / 1000, unit: 'Seconds' }
    default:
      return { quantity: row.prompt_tokens + row.completion_tokens, unit: 'Tokens' }
  }
}

/** A row in FOCUS 1.2 (focus.finops.org): the installation is the billing account, customers are sub-accounts, keys resources. */
function toFocus(row: ExportRow): Record<string, string | number | null> {
  const { created_at: start } = row
  const cost = formatUsd(row.cost_nanos)
  const { quantity, unit } = consumed(row)
  const month = (offset: number) =>
    new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + offset)).toISOString()
  const seller = new URL(env().publicUrl).hostname
  return {
    BilledCost: cost,
    BillingAccountId: seller,
    BillingAccountName: env().INSTALLATION_NAME,
    BillingCurrency: 'USD',
    BillingPeriodEnd: month(1),
    BillingPeriodStart: month(0),
    ChargeCategory: 'Usage',
    ChargeClass: null,
    ChargeDescription: `${row.model_name} at ${row.provider_id}`,
    ChargeFrequency: 'Usage-Based',
    ChargePeriodEnd: new Date(start.getTime() + Math.max(row.latency_ms, 1)).toISOString(),
    ChargePeriodStart: start.toISOString(),
    ConsumedQuantity: quantity,
    ConsumedUnit: unit,
    ContractedCost: cost,
    EffectiveCost: cost,
    InvoiceIssuerName: seller,
    ListCost: cost,
    PricingQuantity: quantity,
    PricingUnit: unit,
    ProviderName: seller,
    PublisherName: row.provider_id,
    ResourceId: row.api_key_id,
    ResourceName: row.api_key_name,
    ResourceType: 'API key',
    ServiceCategory: 'AI and Machine Learning',
    ServiceName: row.modality,
    ServiceSubcategory: 'Generative AI',
    SkuId: row.model_id,
    SkuMeter: unit,
    SkuPriceId: row.price_id,
    SubAccountId: row.customer_id,
    SubAccountName: null,
    SubAccountType: 'Customer',
    Tags: JSON.stringify({
      ...row.tags,
      ...(row.end_user !== null && { end_user: row.end_user }),
      ...(row.member_id !== null && { member_id: row.member_id }),
      ...(row.project_id !== null && { project_id: row.project_id }),
      status: row.status,
    }),
    x_Id: row.id,
    x_PromptTokens: row.prompt_tokens,
    x_CachedTokens: row.cached_tokens,
    x_CompletionTokens: row.completion_tokens,
    x_OwnKey: String(row.own_key),
  }
}
