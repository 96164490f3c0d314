import { cn } from '@/components/ui/cn'
import { type SeriesTone, toneClass } from './chart-data'

/** How much of the whole something is, drawn. The figure is written beside it. */
export function ShareBar({ share, tone = 1 }: { share: number; tone?: SeriesTone }) {
  return (
    <div
      aria-hidden="true"
      className="h-1 w-full overflow-hidden rounded-full bg-selected forced-color-adjust-none"
    >
      <div
        className={cn('h-full rounded-full', toneClass[tone])}
        style={{ width: `${Math.max(share > 0 ? 1.5 : 0, Math.min(1, share) * 100)}%` }}
      />
    </div>
  )
}
