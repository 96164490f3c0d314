import type { ComponentProps } from 'react'
import { cn } from './cn'

type SwitchProps = ComponentProps<'button'> & {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

export function Switch({ className, checked, onCheckedChange, ...rest }: SwitchProps) {
  const state = checked ? 'checked' : 'unchecked'
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      data-state={state}
      onClick={() => onCheckedChange(!checked)}
      className={cn(
        'relative inline-flex h-4.5 w-7.5 shrink-0 items-center rounded-full border border-transparent bg-control forced-color-adjust-none transition-colors duration-150 after:absolute after:-inset-1 disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:bg-brand pointer-coarse:after:-inset-3',
        className,
      )}
      {...rest}
    >
      <span
        data-state={state}
        className="block size-3.5 translate-x-px rounded-full bg-card transition-transform duration-150 ease-out data-[state=checked]:translate-x-[13px]"
      />
    </button>
  )
}
