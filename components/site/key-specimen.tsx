import { Meter } from '@/components/data/meter'
import { StatusDot } from '@/components/ui/badge'

const keys = [
  {
    name: 'Production backend',
    secret: 'sk-portico-a8F…Zk31',
    access: 'Inference',
    models: 'All models',
    spent: '$41.30',
    limit: 'of $50 a month',
    share: 0.826,
    status: 'Active',
    tone: 'success',
  },
  {
    name: 'Nightly evaluation',
    secret: 'sk-portico-Pq0…77aB',
    access: 'Inference',
    models: '3 models',
    spent: '$1.12',
    limit: 'of $5 a day',
    share: 0.224,
    status: 'Active',
    tone: 'success',
  },
  {
    name: 'Contractor',
    secret: 'sk-portico-M4t…0oPe',
    access: 'Inference',
    models: '1 model',
    spent: '$10.00',
    limit: 'of $10',
    share: 1,
    status: 'Limit reached',
    tone: 'warning',
  },
] as const

/** An example of the page of keys. */
export function KeySpecimen() {
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex items-center justify-between border-b border-line bg-sunken px-4 py-2.5 text-xs text-muted">
        <span>API keys</span>
        <span>Example</span>
      </figcaption>
      <ul className="divide-y divide-line">
        {keys.map((key) => (
          <li
            key={key.name}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-4 py-3 text-sm sm:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)_7rem]"
          >
            <div className="min-w-0">
              <p className="truncate font-medium">{key.name}</p>
              <p className="truncate font-mono text-xs text-faint">{key.secret}</p>
            </div>
            <div className="max-sm:hidden">
              <p>{key.access}</p>
              <p className="text-xs text-faint">{key.models}</p>
            </div>
            <div className="figures flex flex-col gap-1.5 max-sm:order-last max-sm:col-span-2">
              <p>
                {key.spent} <span className="text-xs text-faint">{key.limit}</span>
              </p>
              <Meter share={key.share} />
            </div>
            <StatusDot tone={key.tone}>{key.status}</StatusDot>
          </li>
        ))}
      </ul>
    </figure>
  )
}
