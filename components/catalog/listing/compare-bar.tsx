import { X } from 'lucide-react'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import type { ListedModel } from '@/lib/catalog/schema'
import { paths } from '@/lib/client/paths'
import { COMPARE_FEWEST, COMPARE_MOST, type ListingQuery, writeListingQuery } from './listing-query'

type CompareBarProps = {
  /** Those that are ticked, listed or not. */
  chosen: readonly ListedModel[]
  /** Those of them that the filters hide: without a box of their own in the form. */
  hidden: readonly ListedModel[]
  query: ListingQuery
}

/** What is ticked, at the foot of the window, with the way to see it side by side. */
export function CompareBar({ chosen, hidden, query }: CompareBarProps) {
  if (chosen.length === 0) return <NoScriptCompare />
  const without = (id: string) =>
    `${paths.models}${writeListingQuery({ ...query, compare: query.compare.filter((one) => one !== id) })}`
  return (
    <section
      aria-label="Compare"
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-strong bg-overlay px-5 py-3 sm:px-8"
    >
      {hidden.map(({ id }) => (
        <input key={id} type="hidden" name="compare" value={id} />
      ))}
      <p className="figures mr-auto text-sm text-muted">
        {chosen.length} of {COMPARE_MOST}
      </p>
      {/* On a phone one line below, which scrolls: four below each other would hide the list. */}
      <ul className="quiet-scroll flex min-w-0 gap-2 max-sm:order-last max-sm:basis-full max-sm:overflow-x-auto sm:flex-1 sm:flex-wrap">
        {chosen.map(({ id, name }) => (
          <li
            key={id}
            className="flex h-7 max-w-56 shrink-0 items-center gap-1 rounded-md border border-line bg-surface pl-2 text-sm pointer-coarse:h-10"
          >
            <span className="truncate">{name}</span>
            <Link
              href={without(id)}
              prefetch={false}
              replace
              scroll={false}
              aria-label={`Do not compare ${name}`}
              className="grid size-7 shrink-0 place-items-center rounded-sm text-faint hover:text-ink pointer-coarse:size-10"
            >
              <X className="size-3.5" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      <Button
        type="submit"
        name="view"
        value="compare"
        variant="primary"
        disabled={chosen.length < COMPARE_FEWEST}
      >
        Compare
      </Button>
    </section>
  )
}

/** Without JavaScript nothing is ticked until the form is sent. */
function NoScriptCompare() {
  return (
    <noscript>
      <div className="sticky bottom-0 border-t border-line-strong bg-overlay px-5 py-3 sm:px-8">
        <Button type="submit" name="view" value="compare" variant="primary">
          Compare those ticked
        </Button>
      </div>
    </noscript>
  )
}
