import { z } from 'zod'
import { creditOnce } from '@/lib/money/ledger/balance'
import { prisma } from '@/lib/platform/db'
import { rolesWith } from '@/lib/platform/roles'
import { isViolation, type Transaction } from '@/lib/platform/transaction'
import { BillingDetails } from '../../settings-schema'
import { insertEvent, saveStripeCustomer } from '../stripe/repository'
import { canMove, type OrderChange, OrderRow } from './order'

/** The table of orders. */

export type NewOrder = Pick<
  OrderRow,
  | 'id'
  | 'customerId'
  | 'gateway'
  | 'innerId'
  | 'priceCents'
  | 'creditNanos'
  | 'locale'
  | 'sessionId'
  | 'checkoutUrl'
  | 'createdAt'
  | 'expiresAt'
  | 'nextLookAt'
>

/**
 * Inserts an order, or returns the customer's newest pending one of the same package if `reuse` accepts it. One at a time per
 * customer, so that concurrent attempts find each other.
 */
export function insertOrder(
  order: NewOrder,
  userId: string | null,
  reuse: (pending: OrderRow) => boolean,
): Promise<OrderRow> {
  const { customerId, gateway, innerId, priceCents } = order
  return prisma.$transaction(async (transaction) => {
    await lockOrdersOf(customerId, transaction)
    const pending = await transaction.order.findFirst({
      where: { customerId, gateway, innerId, priceCents, isAutomatic: false, status: 'pending' },
      orderBy: { createdAt: 'desc' },
    })
    if (pending && reuse(parseOrder(pending))) return parseOrder(pending)
    const { name: buyerName, buyerEmail } = await readBuyer(customerId, userId, transaction)
    const payer =
      gateway === 'stripe' && (await transaction.stripeCustomer.findUnique({ where: { customerId } }))
    const stripeCustomerId = payer ? payer.stripeId : null
    const data = { ...order, buyerName, buyerEmail, stripeCustomerId }
    return parseOrder(await transaction.order.create({ data }))
  }, patience)
}

/** Until the transaction ends, no other creates an order of the customer or deletes the customer. */
export async function lockOrdersOf(customerId: string, transaction: Transaction): Promise<void> {
  const lock = `portico:order:${customerId}`
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
}

/**
 * The buyer's current names, which are copied to the order: an invoice must not change with the account. The email is the buying
 * person's, else that of the first member who may buy.
 */
export async function readBuyer(customerId: string, userId: string | null, transaction: Transaction) {
  const { memberships, ...buyer } = await transaction.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: {
      name: true,
      suspendedAt: true,
      deletedAt: true,
      memberships: {
        where: { endedAt: null, role: { in: rolesWith('billing.manage') } },
        select: { user: { select: { id: true, email: true } } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      },
    },
  })
  const people = memberships.flatMap(({ user }) => user ?? [])
  const buyerEmail = (people.find(({ id }) => id === userId) ?? people[0])?.email ?? ''
  return { ...buyer, buyerEmail }
}

export function parseOrder(order: unknown): OrderRow {
  return OrderRow.parse(order)
}

/** Saves the payment page unless the order has one, and returns the order. Undefined: the session belongs to another order. */
export async function saveSession(
  id: string,
  session: Pick<OrderRow, 'sessionId' | 'checkoutUrl' | 'paymentIntentId'>,
): Promise<OrderRow | undefined> {
  try {
    await prisma.order.updateMany({ where: { id, sessionId: null, status: 'pending' }, data: session })
  } catch (error) {
    if (isViolation(error, 'P2002')) return undefined
    throw error
  }
  return parseOrder(await prisma.order.findUniqueOrThrow({ where: { id } }))
}

/** Cancels an order. False: it was no longer pending. */
export async function cancelPendingOrder(
  id: string,
  cancelledAt: Date,
  nextLookAt: Date | null,
): Promise<boolean> {
  const { count } = await prisma.order.updateMany({
    where: { id, status: 'pending' },
    data: { status: 'cancelled', cancelledAt, checkoutUrl: null, nextLookAt },
  })
  return count === 1
}

/** Sums of orders paid in an interval. */
const PaidOrders = z.object({
  /** 1 for the first interval. */
  stretch: z.number(),
  count: z.number(),
  price_cents: z.bigint(),
  credit_nanos: z.bigint(),
  refunded_cents: z.bigint(),
})

/** All customers' paid orders by the interval between two bounds; intervals without any are left out. */
export async function sumPaidOrders(bounds: readonly Date[]): Promise<z.infer<typeof PaidOrders>[]> {
  const rows = await prisma.$queryRaw`
    SELECT width_bucket(paid_at, ${bounds}::timestamptz[]) AS stretch, count(*)::int AS count, sum(price_cents)::bigint AS price_cents,
        sum(credit_nanos)::bigint AS credit_nanos, sum(refunded_cents)::bigint AS refunded_cents
      FROM orders WHERE paid_at >= ${bounds[0]} AND paid_at < ${bounds.at(-1)} GROUP BY 1`
  return z.array(PaidOrders).parse(rows)
}

export function countDisputedOrders(): Promise<number> {
  return prisma.order.count({ where: { status: 'disputed' } })
}

export async function listPendingOrderIds(customerId: string): Promise<string[]> {
  const where = { customerId, status: 'pending', isAutomatic: false }
  return (await prisma.order.findMany({ where, select: { id: true } })).map(({ id }) => id)
}

/** Number of orders whose payment is in progress or disputed. */
export async function countUnsettledOrders(customerId: string, transaction: Transaction): Promise<number> {
  await lockOrdersOf(customerId, transaction)
  return transaction.order.count({
    where: { customerId, status: { in: ['pending', 'processing', 'disputed'] } },
  })
}

/** A number larger than any issued for this order before, with the order at that moment. */
export async function issueTicket(id: string): Promise<{ ticket: number; order: OrderRow } | undefined> {
  const [order] = await prisma.order.updateManyAndReturn({
    where: { id },
    data: { lastTicket: { increment: 1 } },
  })
  return order && { ticket: order.lastTicket, order: parseOrder(order) }
}

type Application = {
  id: string
  ticket: number
  /** The event that caused it. */
  event?: { id: string; type: string } | undefined
  /** Stripe's customer id, stored for the next purchase. */
  stripeCustomerId?: string | null | undefined
}

/**
 * Applies what `decide` returns for an order, books its credit or debit and records the event in one transaction. A ticket older
 * than the last applied one changes nothing: its reading is out of date (`isOvertaken`).
 */
export function applyToOrder(
  { id, ticket, event, stripeCustomerId }: Application,
  decide: (order: OrderRow) => OrderChange | undefined,
): Promise<{ order: OrderRow; isOvertaken: boolean }> {
  return prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM orders WHERE id = ${id} FOR UPDATE`
    const order = parseOrder(await transaction.order.findUniqueOrThrow({ where: { id } }))
    if (ticket <= order.appliedTicket) return { order, isOvertaken: true }
    if (event) await insertEvent({ ...event, orderId: id }, transaction)
    const change = decide(order)
    if (change === undefined) return { order, isOvertaken: false }
    const { data, bookings } = change
    if (!canMove(order.status, data.status))
      throw new Error(`order ${id} cannot move from ${order.status} to ${data.status}`)
    for (const { key, kind, amountNanos } of bookings) {
      const account = { customerId: order.customerId, source: `system:${order.gateway}` }
      const entry = { key, kind, ...account, amountNanos, purchasedNanos: amountNanos }
      if (!(await creditOnce(entry, transaction)))
        throw new Error(`${key} is already booked, but order ${id} does not have it`)
    }
    if (stripeCustomerId) await saveStripeCustomer(order.customerId, stripeCustomerId, transaction)
    const moved = { ...order, ...data }
    if (moved.isAutomatic && moved.status === 'failed') await switchOffCard(moved, transaction)
    if (isReversed(moved) && !isReversed(order))
      await switchOff({ customerId: order.customerId }, { id, failure: 'payment_reversed' }, transaction)
    const isPurchase = bookings.some(({ kind }) => kind === 'purchase')
    const onDocuments = isPurchase ? await documentFacts(moved, transaction) : {}
    const { count } = await transaction.order.updateMany({
      where: { id, status: order.status },
      data: { ...toColumns(data), ...onDocuments },
    })
    if (count !== 1) throw new Error(`order ${id} changed although it was locked`)
    return { order: { ...moved, ...onDocuments }, isOvertaken: false }
  }, patience)
}

/** Switches top-up off after a declined card, unless another card was saved in the meantime. */
function switchOffCard(order: OrderRow, transaction: Transaction): Promise<void> {
  const { customerId, paymentMethodId } = order
  return switchOff({ customerId, paymentMethodId }, order, transaction)
}

/** All of a payment went back. The balance falls by it, and the card must not be charged for that. */
const isReversed = ({ status }: OrderRow) => ['refunded', 'disputed', 'charged_back'].includes(status)

async function switchOff(
  where: { customerId: string; paymentMethodId?: string | null },
  { id, failure }: Pick<OrderRow, 'id' | 'failure'>,
  transaction: Transaction,
): Promise<void> {
  await transaction.autoTopUp.updateMany({
    where: { ...where, isEnabled: true },
    data: { isEnabled: false, failure, failedOrderId: id, failedAt: new Date() },
  })
}

/** A change never includes the buyer's details. */
function toColumns({ buyerDetails: _, ...columns }: OrderChange['data']) {
  return columns
}

const invoicePrefix = { stripe: 'INV', sandbox: 'SANDBOX' }

/**
 * The invoice number and the buyer's details, which never change afterwards. The counter's row stays locked until the transaction
 * commits or rolls back, so numbers have no gaps. It is the last lock that the transaction acquires.
 */
async function documentFacts({ gateway, customerId, paidAt }: OrderRow, transaction: Transaction) {
  const found = await transaction.billingDetails.findUnique({ where: { customerId } })
  const rows = await transaction.$queryRaw`
    INSERT INTO invoice_counters (gateway, last_number) VALUES (${gateway}, 1)
    ON CONFLICT (gateway) DO UPDATE SET last_number = invoice_counters.last_number + 1
    RETURNING last_number AS "lastNumber"`
  const [counter] = z.array(z.object({ lastNumber: z.number() })).parse(rows)
  const number = String(counter?.lastNumber).padStart(6, '0')
  return {
    invoiceNumber: `${invoicePrefix[gateway]}-${paidAt?.getUTCFullYear()}-${number}`,
    ...(found && { buyerDetails: BillingDetails.parse(found.details) }),
  }
}

/** Many concurrent transactions wait for the same connections and rows; waiting loses no money. */
const patience = { maxWait: 10_000, timeout: 20_000 }

/** Other ids are not looked up: PostgreSQL rejects some text, with a NUL for example. */
const orderId = /^ord_[0-9a-z]{1,40}$/

export async function findOrder(where: { id: string; customerId?: string }): Promise<OrderRow | undefined> {
  const order = orderId.test(where.id) ? await prisma.order.findFirst({ where }) : null
  return order ? parseOrder(order) : undefined
}

/** The order of a payment, by any of its ids. */
export async function findOrderId(
  name: { sessionId: string } | { paymentIntentId: string } | { id: string },
): Promise<string | undefined> {
  return (await prisma.order.findFirst({ where: name, select: { id: true } }))?.id
}

export async function listOrderRows(
  customerId: string,
  { limit, offset, abandoned: listed }: { limit: number; offset: number; abandoned: 'include' | 'exclude' },
): Promise<{ rows: OrderRow[]; total: number; abandoned: number }> {
  const gone = { in: ['expired', 'cancelled'] }
  const where = { customerId, ...(listed === 'exclude' && { status: { notIn: gone.in } }) }
  const [orders, total, abandoned] = await Promise.all([
    prisma.order.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit,
      skip: offset,
    }),
    prisma.order.count({ where }),
    prisma.order.count({ where: { customerId, status: gone } }),
  ])
  return { rows: orders.map(parseOrder), total, abandoned }
}

/** Paid orders, newest first. */
export async function listPaidOrders(customerId: string, limit: number): Promise<OrderRow[]> {
  const orders = await prisma.order.findMany({
    where: { customerId, paidAt: { not: null } },
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return orders.map(parseOrder)
}

/** Claims orders that are due for a check, and postpones each so that no other process claims it. */
export async function claimDueOrders(now: Date, putOffUntil: Date, limit: number): Promise<string[]> {
  const due = await prisma.order.findMany({
    where: { nextLookAt: { lte: now } },
    orderBy: { nextLookAt: 'asc' },
    take: limit,
    select: { id: true },
  })
  const claimed = await prisma.order.updateManyAndReturn({
    where: { id: { in: due.map(({ id }) => id) }, nextLookAt: { lte: now } },
    data: { nextLookAt: putOffUntil },
    select: { id: true },
  })
  return claimed.map(({ id }) => id)
}
