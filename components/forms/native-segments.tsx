import { cn } from '@/components/ui/cn'

type Segment = { value: string; label: string; count?: number }

type NativeSegmentsProps = {
  name: string
  /** Names the group for screen readers. */
  label: string
  value: string
  segments: readonly Segment[]
  className?: string
}

/** A row of choices in one frame, made of radio buttons: it works without JavaScript. */
export function NativeSegments({ name, label, value, segments, className }: NativeSegmentsProps) {
  return (
    <fieldset
      className={cn(
        'flex h-8 w-fit max-w-full items-stretch gap-0.5 rounded-md border border-line bg-sunken p-0.5 pointer-coarse:h-10',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className="relative flex cursor-pointer items-center justify-center gap-1.5 rounded-sm border border-transparent px-2.5 text-xs font-medium whitespace-nowrap max-[22.5rem]:px-1.5 text-muted transition-colors duration-100 hover:text-ink has-checked:border-line has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus dark:has-checked:bg-selected pointer-coarse:after:absolute pointer-coarse:after:-inset-y-1"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            defaultChecked={segment.value === value}
            className="sr-only"
          />
          {segment.label}
          {segment.count !== undefined && (
            <span className="figures font-normal text-faint max-sm:hidden">{segment.count}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
