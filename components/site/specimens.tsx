import { examples } from '@/components/media/studio/examples'
import { BillTable } from '@/components/money/usage/requests/bill-table'

/** What the studios make, drawn by the sandbox that every installation comes with. */
export function StudioSpecimen() {
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-surface">
      <ul className="grid grid-cols-2 gap-px bg-line sm:grid-cols-4">
        {examples.map(({ prompt, picture }) => (
          <li key={picture} className="bg-surface">
            {/* biome-ignore lint/performance/noImgElement: small already, and a file of our own */}
            <img
              src={picture}
              alt={prompt}
              width={512}
              height={384}
              loading="lazy"
              className="aspect-4/3 w-full object-cover"
            />
          </li>
        ))}
      </ul>
      <figcaption className="border-t border-line bg-sunken px-4 py-2.5 text-xs text-muted">
        Drawn by <span className="font-mono">sandbox/image-1</span>, the built-in model that works offline.
        Connected models answer in the same place.
      </figcaption>
    </figure>
  )
}

/** The page of usage of a new installation, as it is in both themes. */
export function ConsoleSpecimen() {
  const picture = (theme: string, className: string) => (
    // biome-ignore lint/performance/noImgElement: of its size already, and a file of our own
    <img
      src={`/examples/console-${theme}.webp`}
      alt="The usage page of the console: cost by day and by model, and every request with its bill."
      width={1280}
      height={800}
      loading="lazy"
      className={className}
    />
  )
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-surface">
      {picture('light', 'h-auto w-full dark:hidden')}
      {picture('dark', 'hidden h-auto w-full dark:block')}
      <figcaption className="border-t border-line bg-sunken px-4 py-2.5 text-xs text-muted">
        The console of an installation with nothing but the sandbox.
      </figcaption>
    </figure>
  )
}

/** What the sandbox’s chat model charges for the request that the page shows further up. */
const bill = {
  lines: [
    { item: 'prompt', quantity: 15, unit_price: '0.000000150', amount: '0.000002250' },
    { item: 'completion', quantity: 7, unit_price: '0.000000600', amount: '0.000004200' },
  ],
  total: '0.000006450',
  price_version: 1,
  own_key: false,
  usage_source: 'upstream' as const,
}

/** Held: 26 tokens in (a bound, counted before the tokenizer has seen them) and 16,384 out, the model’s limit. */
const entries = [
  { what: 'Held', amount: '0.009834300', note: 'the most that it could cost' },
  { what: 'Settled', amount: '0.000006450', note: 'what it did cost' },
  { what: 'Released', amount: '0.009827850', note: 'in the same moment' },
]

/** An example of a bill, and of the hold that it was paid from. */
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
