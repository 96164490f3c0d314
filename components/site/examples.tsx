import { examples } from '@/components/media/studio/examples'
import { BillTable } from '@/components/money/usage/requests/bill-table'

/** Images of the studio, made by the built-in sandbox. */
export function StudioExample() {
  return (
    <figure className="overflow-hidden rounded-lg border border-border bg-card">
      <ul className="grid grid-cols-2 gap-px bg-border sm:grid-cols-4">
        {examples.map(({ prompt, picture }) => (
          <li key={picture} className="bg-card">
            {/* biome-ignore lint/performance/noImgElement: a small file of ours */}
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
      <figcaption className="border-t border-border bg-muted px-4 py-2.5 text-xs text-muted-foreground">
        Made by <span className="font-mono">sandbox/image-1</span>, the built-in model that works offline.
        Models you connect work the same way.
      </figcaption>
    </figure>
  )
}

/** A screenshot of the usage page, for both themes. */
export function ConsoleScreenshot() {
  const picture = (theme: string, className: string) => (
    // biome-ignore lint/performance/noImgElement: a file of ours in the right size
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
    <figure className="overflow-hidden rounded-lg border border-border bg-card">
      {picture('light', 'h-auto w-full dark:hidden')}
      {picture('dark', 'hidden h-auto w-full dark:block')}
      <figcaption className="border-t border-border bg-muted px-4 py-2.5 text-xs text-muted-foreground">
        The console of a new installation, with only the sandbox connected.
      </figcaption>
    </figure>
  )
}

/** The bill of the sandbox’s chat model for the request further up on the page. */
const bill = {
  lines: [
    { item: 'prompt', quantity: 15, unit_price: '0.000000150', amount: '0.000002250' },
    { item: 'completion', quantity: 7, unit_price: '0.000000600', amount: '0.000004200' },
  ],
  total: '0.000006450',
  price_version: 1,
  price_factor: null,
  own_key: false,
  usage_source: 'upstream' as const,
}

/** Reserved: 26 input tokens (an upper bound without the tokenizer) and 16,384 output tokens, the model’s limit. */
const entries = [
  { what: 'Reserved', amount: '0.009834300', note: 'the maximum cost' },
  { what: 'Charged', amount: '0.000006450', note: 'the actual cost' },
  { what: 'Released', amount: '0.009827850', note: 'at the same time' },
]

/** An example of a bill, with what was reserved for it. */
export function BillExample() {
  return (
    <figure className="overflow-hidden rounded-lg border border-border bg-card">
      <figcaption className="flex items-center justify-between border-b border-border bg-muted px-4 py-2.5 text-xs text-muted-foreground">
        <span>What is 17 times 23?</span>
        <span className="font-mono">sandbox/chat</span>
      </figcaption>
      <div className="px-4 pt-1 pb-1 [&_tbody]:border-t-0">
        <BillTable bill={bill} />
      </div>
      <dl className="grid border-t border-border max-sm:divide-y sm:grid-cols-3 sm:divide-x divide-border">
        {entries.map(({ what, amount, note }) => (
          <div key={what} className="px-4 py-3">
            <dt className="text-xs text-faint-foreground">{what}</dt>
            <dd className="figures font-mono text-sm">
              ${amount}
              <span className="block font-sans text-xs text-faint-foreground">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
