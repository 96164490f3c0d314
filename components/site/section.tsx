import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

type SectionProps = { title: string; lead: ReactNode; children: ReactNode; className?: string }

/** A part of the landing page: a heading and its lead at the left, the matter at the right. */
export function Section({ title, lead, children, className }: SectionProps) {
  return (
    <section
      className={cn(
        'grid gap-x-12 gap-y-8 border-t border-line px-5 py-16 sm:px-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:py-24',
        className,
      )}
    >
      <div className="self-start lg:sticky lg:top-24">
        <h2 className="max-w-sm text-3xl font-semibold">{title}</h2>
        <div className="mt-4 max-w-sm text-md text-muted">{lead}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
