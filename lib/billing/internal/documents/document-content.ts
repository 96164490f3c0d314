import { env } from '@/lib/platform/env'
import { formatUsdForPeople } from '@/lib/platform/money'
import type { DocumentType } from '../../orders-schema'
import { nanosOfCents } from '../orders/credit-packages'
import type { OrderRow } from '../orders/order-row'

/** What stands in an invoice or receipt, from top to bottom. */
export type DocumentContent = {
  title: string
  /** Above everything else, where there is something to warn of. */
  warning: string | null
  facts: { label: string; value: string }[]
  seller: string[]
  buyer: string[]
  lines: { item: string; detail: string; amount: string }[]
  sums: { label: string; amount: string; isTotal: boolean }[]
}

export function documentContent(order: OrderRow, type: DocumentType): DocumentContent {
  const isSandbox = order.gateway === 'sandbox'
  const paidAt = order.paidAt ?? order.createdAt
  return {
    title: type === 'invoice' ? 'Invoice' : 'Receipt',
    warning: isSandbox ? 'Sandbox: no money was paid. This is not a tax document.' : null,
    facts: [
      {
        label: type === 'invoice' ? 'Invoice number' : 'Receipt for',
        value: order.invoiceNumber ?? order.id,
      },
      ...(order.invoiceNumber === null ? [] : [{ label: 'Order', value: order.id }]),
      { label: type === 'invoice' ? 'Issued' : 'Paid', value: dateOf(paidAt) },
      { label: 'Payment', value: isSandbox ? 'Sandbox payment page' : 'Card, by Stripe' },
    ],
    seller: ['Portico', new URL(env().publicUrl).host],
    buyer: [order.buyerName, order.buyerEmail].filter((line) => line !== ''),
    lines: [
      {
        item: `API credit, package ${order.innerId}`,
        detail: `${formatUsdForPeople(order.creditNanos)} of credit for API usage`,
        amount: usd(order.priceCents),
      },
    ],
    sums: sumsOf(order, type),
  }
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
