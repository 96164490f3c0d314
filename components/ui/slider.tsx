'use client'

import { Slider as RadixSlider } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'

type SliderProps = Omit<
  ComponentProps<typeof RadixSlider.Root>,
  'value' | 'defaultValue' | 'onValueChange'
> & {
  value: number
  onValueChange: (value: number) => void
  /** The value is a default that was not chosen. */
  quiet?: boolean
}

/** One thumb; filled from zero, or from the end nearest to it. `aria-label` and `aria-labelledby` go to the thumb, which takes the focus. */
export function Slider({
  className,
  value,
  onValueChange,
  quiet,
  id,
  min = 0,
  max = 100,
  'aria-label': label,
  'aria-labelledby': labelledBy,
  'aria-describedby': describedBy,
  ...rest
}: SliderProps) {
  const placeOf = (one: number) => ((Math.max(min, Math.min(max, one)) - min) / (max - min)) * 100
  const [from, to] = [placeOf(0), placeOf(value)]
  return (
    <RadixSlider.Root
      value={[value]}
      min={min}
      max={max}
      onValueChange={([next]) => next !== undefined && onValueChange(next)}
      className={cn(
        'relative flex h-5 w-full touch-none items-center select-none data-disabled:opacity-50 pointer-coarse:h-8',
        className,
      )}
      {...rest}
    >
      <RadixSlider.Track className="relative h-1 grow rounded-full bg-border-strong forced-color-adjust-none">
        <span
          className={cn('absolute h-full rounded-full', quiet ? 'bg-control' : 'bg-brand')}
          style={{ left: `${Math.min(from, to)}%`, width: `${Math.abs(to - from)}%` }}
        />
      </RadixSlider.Track>
      <RadixSlider.Thumb
        id={id}
        aria-label={label}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        className="block size-3.5 rounded-full border border-control bg-card transition-colors duration-100 hover:border-foreground pointer-coarse:size-5"
      />
    </RadixSlider.Root>
  )
}
