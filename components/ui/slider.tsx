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

/** One thumb. `aria-label` and `aria-labelledby` go to the thumb, which takes the focus. */
export function Slider({
  className,
  value,
  onValueChange,
  quiet,
  id,
  'aria-label': label,
  'aria-labelledby': labelledBy,
  'aria-describedby': describedBy,
  ...rest
}: SliderProps) {
  return (
    <RadixSlider.Root
      value={[value]}
      onValueChange={([next]) => next !== undefined && onValueChange(next)}
      className={cn(
        'relative flex h-5 w-full touch-none items-center select-none data-disabled:opacity-50 pointer-coarse:h-8',
        className,
      )}
      {...rest}
    >
      <RadixSlider.Track className="relative h-1 grow rounded-full bg-border-strong forced-color-adjust-none">
        <RadixSlider.Range
          className={cn('absolute h-full rounded-full', quiet ? 'bg-control' : 'bg-brand')}
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
