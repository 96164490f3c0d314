import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

type PageSectionProps = {
  /** Makes it an address of its own: `#providers`. */
  id: string
  title: string
  lead?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a public page, below a hairline. */
export function PageSection({ id, title, lead, actions, className, children }: PageSectionProps) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={cn('border-t border-line px-5 py-8 sm:px-8 lg:py-10', className)}
    >
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 max-w-2xl">
          <h2 id={`${id}-title`} className="text-xl font-semibold">
            {title}
          </h2>
          {lead && <div className="mt-1 text-sm text-muted">{lead}</div>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
