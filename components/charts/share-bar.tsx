import { cn } from '@/components/ui/cn'
import { toneClass } from './chart-data'

type BarProps = { share: number; className: string }

/** Decorative: the figures are next to it. */
function Bar({ share, className }: BarProps) {
  return (
    <div
      aria-hidden="true"
      className="h-1 w-full overflow-hidden rounded-full bg-secondary forced-color-adjust-none"
    >
      <div
        className={cn('h-full rounded-full', className)}
        style={{ width: `${Math.max(share > 0 ? 2 : 0, Math.min(1, share) * 100)}%` }}
      />
    </div>
  )
}

/** A share of a whole, 0 to 1. */
export function ShareBar({ share }: { share: number }) {
  return <Bar share={share} className={toneClass[1]} />
}

/** How much of a limit is used, from 0 to 1; warns from 80% on. */
export function Meter({ share }: { share: number }) {
  return (
    <Bar share={share} className={share >= 1 ? 'bg-destructive' : share >= 0.8 ? 'bg-warning' : 'bg-brand'} />
  )
}
