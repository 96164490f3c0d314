import { BillTable } from '@/components/usage/requests/bill-table'

/** What the sandbox’s chat model charges for the request that the page shows further up. */
const bill = {
  lines: [
    { item: 'prompt', quantity: 15, unit_price: '0.000000150', amount: '0.000002250' },
    { item: 'completion', quantity: 7, unit_price: '0.000000600', amount: '0.000004200' },
  ],
  total: '0.000006450',
  price_version: 1,
  usage_source: 'upstream' as const,
}

/** Held: 26 tokens in (a bound, counted before the tokenizer has seen them) and 16,384 out, the model’s limit. */
const entries = [
  { what: 'Held', amount: '0.009834300', note: 'the most that it could cost' },
  { what: 'Settled', amount: '0.000006450', note: 'what it did cost' },
  { what: 'Released', amount: '0.009827850', note: 'in the same moment' },
]

/** An example of a bill, and of the hold that it came out of. */
export function BillSpecimen() {
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex items-center justify-between border-b border-line bg-sunken px-4 py-2.5 text-xs text-muted">
        <span>What is 17 times 23?</span>
        <span className="font-mono">sandbox/chat</span>
      </figcaption>
      <div className="px-4 pt-1 pb-1 [&_tbody]:border-t-0">
        <BillTable bill={bill} />
      </div>
      <dl className="grid border-t border-line max-sm:divide-y sm:grid-cols-3 sm:divide-x divide-line">
        {entries.map(({ what, amount, note }) => (
          <div key={what} className="px-4 py-3">
            <dt className="text-xs text-faint">{what}</dt>
            <dd className="figures font-mono text-sm">
              ${amount}
              <span className="block font-sans text-xs text-faint">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
