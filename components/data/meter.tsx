import { cn } from '@/components/ui/cn'

type MeterProps = {
  /** 0–1. */
  share: number
  className?: string
}

/** How much of a limit is used; warns from 80 % on. A drawing only: the figures stand in words beside it. */
export function Meter({ share, className }: MeterProps) {
  return (
    <div
      aria-hidden="true"
      className={cn(
        'h-1 w-full overflow-hidden rounded-full bg-selected forced-color-adjust-none',
        className,
      )}
    >
      <div
        className={cn(
          'h-full rounded-full',
          share >= 1 ? 'bg-danger' : share >= 0.8 ? 'bg-warning' : 'bg-accent',
        )}
        style={{ width: `${Math.max(share > 0 ? 2 : 0, share * 100)}%` }}
      />
    </div>
  )
}
