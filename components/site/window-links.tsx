import Link from 'next/link'
import { cn } from '@/components/ui/cn'

type WindowLinksProps<Window extends string> = {
  windows: readonly Window[]
  current: Window
  hrefOf: (window: Window) => string
  /** Names the group of links. */
  label?: string
  /** The label of a window, if it is not the window itself. */
  nameOf?: (window: Window) => string
}

/** How far back figures go. Links, so that every window has an address. */
export function WindowLinks<Window extends string>({
  windows,
  current,
  hrefOf,
  label = 'Window',
  nameOf = (window) => window,
}: WindowLinksProps<Window>) {
  return (
    <nav aria-label={label} className="max-w-full overflow-x-auto">
      <ul className="flex h-8 w-fit items-stretch gap-0.5 rounded-md border border-border bg-muted p-0.5 pointer-coarse:h-10">
        {windows.map((window) => (
          <li key={window} className="flex">
            <Link
              href={hrefOf(window)}
              prefetch={false}
              scroll={false}
              aria-current={window === current ? 'true' : undefined}
              title={nameWindow(window)}
              className={cn(
                'figures flex items-center rounded-sm border px-2.5 text-xs font-medium whitespace-nowrap transition-colors duration-100',
                window === current
                  ? 'border-border bg-card text-foreground dark:bg-secondary'
                  : 'border-transparent text-muted-foreground hover:text-foreground',
              )}
            >
              {nameOf(window)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const names: Readonly<Record<string, string>> = {
  '1h': 'hour',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
}

/** A window as text, as in “the last 7 days”. */
export function nameWindow(window: string): string {
  return names[window] ?? window
}
