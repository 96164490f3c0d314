import type { Order } from '@/lib/billing/orders-schema'
import { formatMoney, subtractMoney } from '@/lib/client/format/money'

/** What an order costs and what it brings, line by line. */
export function OrderSummary({ order }: { order: Order }) {
  const fee = formatMoney(subtractMoney(order.credit_amount, order.amount))
  const lines = [
    { name: `API credit, package ${order.inner_id}`, amount: formatMoney(order.amount) },
    ...(order.credit_amount === order.amount ? [] : [{ name: 'Platform fee, included', amount: fee }]),
  ]
  return (
    <section aria-labelledby="order" className="min-w-0">
      <h1 id="order" className="text-base text-muted">
        Buy API credit
      </h1>
      <p className="figures mt-1 text-4xl font-semibold">{formatMoney(order.amount)}</p>
      <dl className="mt-8 border-t border-line text-sm">
        {lines.map(({ name, amount }) => (
          <div key={name} className="flex justify-between gap-4 py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="figures">{amount}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line py-2.5 font-medium">
          <dt>Credit you get</dt>
          <dd className="figures">{formatMoney(order.credit_amount)}</dd>
        </div>
      </dl>
      <p className="mt-4 text-xs text-faint">
        Order <span className="font-mono break-all">{order.order_id}</span>
      </p>
    </section>
  )
}
