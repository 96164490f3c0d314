import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { escapeHtml } from '@/lib/platform/escape'
import { formatUsdForPeople } from '@/lib/platform/money'
import { isLinkSignature, signLink } from '@/lib/platform/secrets'
import type { ServedFile } from '@/lib/platform/stream'
import type { OrderRow } from './internal/orders/order'
import { findOrder } from './internal/orders/repository'
import { feeNanosOf, nanosOfCents } from './offer'
import type { DocumentQuery, DocumentReply, DocumentRequest, DocumentType } from './orders-schema'
import { BillingDetails } from './settings-schema'

/** A link to an order's invoice or receipt, valid for ten minutes for anyone who has it. Throws `document_not_ready` before payment. */
export async function createDocument(
  caller: Caller,
  { order_id, type }: DocumentRequest,
): Promise<DocumentReply> {
  const order = await findOrder({ id: order_id, customerId: caller.customerId })
  if (order === undefined) throw new AppError('not_found')
  if (order.paidAt === null) throw new AppError('document_not_ready')
  const { url, expiresAt } = signDocumentLink(order_id, type)
  return { order_id, type, url, expires_at: expiresAt.toISOString() }
}

/** The page behind a link of `createDocument`. Throws as `verifyDocumentLink` does. */
export async function readDocument(orderId: string, query: DocumentQuery): Promise<ServedFile> {
  const goodUntil = verifyDocumentLink(orderId, query)
  const order = await findOrder({ id: orderId })
  if (order === undefined || order.paidAt === null) throw new AppError('not_found')
  const page = Buffer.from(renderDocument(order, query.type))
  return {
    mimeType: 'text/html; charset=utf-8',
    sizeBytes: page.length,
    etag: `"${createHash('sha256').update(page).digest('hex')}"`,
    goodUntil,
    isShared: false,
    fileName: `${query.type}-${orderId}.html`,
    isDownload: false,
    open: async (range) => Readable.from([range ? page.subarray(range.start, range.end + 1) : page]),
  }
}

const OPEN_SECONDS = 10 * 60

/** A signed URL that opens a document for ten minutes without a session. */
function signDocumentLink(orderId: string, type: DocumentType): { url: string; expiresAt: Date } {
  const expires = Math.floor(clock.now().getTime() / 1000) + OPEN_SECONDS
  const signature = signLink(['document', orderId, type, expires])
  const query = new URLSearchParams({ type, expires: String(expires), signature })
  return {
    url: `${env().publicUrl}/api/documents/${orderId}?${query}`,
    expiresAt: new Date(expires * 1000),
  }
}

/** When the link expires. Throws `not_found` for a wrong signature, `link_expired` for an expired link. */
function verifyDocumentLink(orderId: string, { type, expires, signature }: DocumentQuery): Date {
  if (!isLinkSignature(['document', orderId, type, expires], signature)) throw new AppError('not_found')
  const end = new Date(expires * 1000)
  if (clock.now() >= end) throw new AppError('link_expired')
  return end
}

/** The parts of an invoice or receipt, from top to bottom. */
type DocumentContent = {
  title: string
  /** Shown above everything else. */
  warning: string | null
  facts: { label: string; value: string }[]
  seller: string[]
  buyer: string[]
  lines: { item: string; detail: string; amount: string }[]
  sums: { label: string; amount: string; isTotal: boolean }[]
}

function documentContent(order: OrderRow, type: DocumentType): DocumentContent {
  const isSandbox = order.gateway === 'sandbox'
  const paidAt = order.paidAt ?? order.createdAt
  return {
    title: type === 'invoice' ? 'Invoice' : 'Receipt',
    warning: isSandbox ? 'Test mode: no money was paid. This is not a tax document.' : null,
    facts: [
      ...(order.invoiceNumber === null ? [] : [{ label: 'Invoice number', value: order.invoiceNumber }]),
      { label: 'Order', value: order.id },
      { label: type === 'invoice' ? 'Date of issue' : 'Date paid', value: dateOf(paidAt) },
      { label: 'Payment method', value: isSandbox ? 'Test payment' : 'Card (Stripe)' },
    ],
    seller: [env().INSTALLATION_NAME, new URL(env().publicUrl).host],
    buyer: buyerLines(order),
    lines: linesOf(order),
    sums: sumsOf(order, type),
  }
}

function buyerLines({ buyerName, buyerEmail, buyerDetails }: OrderRow): string[] {
  const { name, line1, line2, postal_code, city, region, country, tax_id } = buyerDetails ?? noDetails
  return [
    ...[name || buyerName, line1, line2, [postal_code, city].filter(Boolean).join(' '), region],
    ...[country && (countryNames.of(country) ?? country), tax_id && `Tax ID ${tax_id}`, buyerEmail],
  ].filter((line) => line !== '')
}

const noDetails = BillingDetails.parse({})
const countryNames = new Intl.DisplayNames('en', { type: 'region' })

function linesOf(order: OrderRow): DocumentContent['lines'] {
  const fee = feeNanosOf(order)
  const credit = formatUsdForPeople(order.creditNanos)
  const detail = `${credit} of credit for API usage${order.isAutomatic ? ' (automatic top-up)' : ''}`
  return [
    { item: 'API credit', detail, amount: `${credit} USD` },
    ...(fee > 0n
      ? [
          {
            item: 'Platform fee',
            detail: 'Payment processing and service',
            amount: `${formatUsdForPeople(fee)} USD`,
          },
        ]
      : []),
  ]
}

function sumsOf(order: OrderRow, type: DocumentType): DocumentContent['sums'] {
  const sum = (label: string, cents: number, isTotal = false) => ({ label, amount: usd(cents), isTotal })
  const refunds = order.refundedCents > 0 ? [sum('Refunded', -order.refundedCents)] : []
  return [
    sum('Subtotal', order.priceCents),
    sum('Tax', order.taxCents),
    sum(type === 'invoice' ? 'Total' : 'Amount paid', order.chargedCents, true),
    ...refunds,
  ]
}

function usd(cents: number): string {
  const text = formatUsdForPeople(nanosOfCents(Math.abs(cents)))
  return `${cents < 0 ? '−' : ''}${text} USD`
}

const dates = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

function dateOf(date: Date): string {
  return dates.format(date)
}

/** An order's invoice or receipt as an HTML page that prints on one sheet. HTML, since browsers have glyphs for every name. */
function renderDocument(order: OrderRow, type: DocumentType): string {
  const { title, warning, facts, seller, buyer, lines, sums } = documentContent(order, type)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} ${order.invoiceNumber ?? order.id}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${warning === null ? '' : `<p class="warning">${escapeHtml(warning)}</p>`}
<dl>${facts.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
<div class="parties">${party('From', seller)}${party('Bill to', buyer)}</div>
<table>
<thead><tr><th scope="col">Description</th><th scope="col">Amount</th></tr></thead>
<tbody>${lines
    .map(
      ({ item, detail, amount }) =>
        `<tr><td><strong>${escapeHtml(item)}</strong><br><span>${escapeHtml(detail)}</span></td><td>${escapeHtml(amount)}</td></tr>`,
    )
    .join('')}</tbody>
<tfoot>${sums
    .map(
      ({ label, amount, isTotal }) =>
        `<tr${isTotal ? ' class="total"' : ''}><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(amount)}</td></tr>`,
    )
    .join('')}</tfoot>
</table>
</main>
</body>
</html>
`
}

const party = (label: string, names: string[]) =>
  `<section><h2>${escapeHtml(label)}</h2>${names
    .map((name, index) => `<p>${index === 0 ? `<strong>${escapeHtml(name)}</strong>` : escapeHtml(name)}</p>`)
    .join('')}</section>`

const style = `
@page { size: A4; margin: 22mm }
body { margin: 0; background: #fff; color: #1c1b18; font: 14px/1.5 system-ui, sans-serif }
main { max-width: 640px; margin: 0 auto; padding: 48px 24px; overflow-wrap: anywhere }
h1 { margin: 0 0 24px; font-size: 32px; line-height: 1.2; letter-spacing: -0.02em }
h2 { margin: 0 0 4px; font-size: 14px; font-weight: 400; color: #5d5c57 }
p { margin: 0 }
.warning { margin: -16px 0 24px; font-weight: 600; color: #8a5200 }
dl { display: grid; grid-template-columns: 9em 1fr; gap: 4px 16px; margin: 0 }
dt, span { color: #5d5c57 }
dd { margin: 0 }
.parties { display: grid; grid-template-columns: 1fr 1fr; gap: 24px; margin: 32px 0 }
table { width: 100%; border-collapse: collapse }
th { font-weight: 400; text-align: left; color: #5d5c57 }
td, th { padding: 10px 0; vertical-align: top }
td:last-child, th:last-child { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
thead tr, tbody tr { border-bottom: 1px solid #dddcd7 }
tfoot td, tfoot th { padding: 6px 0; text-align: right }
.total td, .total th { font-size: 16px; font-weight: 600; color: #1c1b18 }
@media print { main { max-width: none; padding: 0 } }`
