import type { ComponentProps } from 'react'
import { cn } from './cn'

type SliderProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'min' | 'max'> & {
  value: number
  onValueChange: (value: number) => void
  min?: number
  max?: number
  /** The value is a default that was not chosen. */
  quiet?: boolean
}

/** One native thumb on a track of ours, which is filled from zero, or from the end nearest to it. */
export function Slider({ className, value, onValueChange, quiet, min = 0, max = 100, ...rest }: SliderProps) {
  const placeOf = (one: number) => ((Math.max(min, Math.min(max, one)) - min) / (max - min)) * 100
  const [from, to] = [placeOf(0), placeOf(value)]
  return (
    <span
      className={cn(
        'relative flex h-5 w-full items-center has-disabled:opacity-50 pointer-coarse:h-8',
        className,
      )}
    >
      <span className="relative h-1 grow rounded-full bg-border-strong forced-color-adjust-none">
        <span
          className={cn('absolute h-full rounded-full', quiet ? 'bg-control' : 'bg-brand')}
          style={{ left: `${Math.min(from, to)}%`, width: `${Math.abs(to - from)}%` }}
        />
      </span>
      <input
        type="range"
        min={min}
        max={max}
        value={value}
        onChange={({ target }) => onValueChange(target.valueAsNumber)}
        className="slider absolute inset-0 size-full touch-none"
        {...rest}
      />
    </span>
  )
}
