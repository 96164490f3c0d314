import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn'

type CheckboxProps = ComponentProps<'button'> & {
  checked: boolean | 'indeterminate'
  onCheckedChange: (checked: boolean) => void
}

/** Not Radix's, which keeps a hidden native one for forms that send their fields themselves. */
export function Checkbox({ className, checked, onCheckedChange, ...rest }: CheckboxProps) {
  const isMixed = checked === 'indeterminate'
  const Mark = isMixed ? Minus : Check
  return (
    // biome-ignore lint/a11y/useSemanticElements: only a script can set the third state of a native one
    <button
      type="button"
      role="checkbox"
      aria-checked={isMixed ? 'mixed' : checked}
      data-state={isMixed ? checked : checked ? 'checked' : 'unchecked'}
      onClick={() => onCheckedChange(checked !== true)}
      // Only the Space key presses checkboxes.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      className={cn(
        'relative grid size-4 shrink-0 place-items-center rounded-sm border border-control bg-card text-primary-foreground forced-color-adjust-none transition-colors duration-100 after:absolute after:-inset-1 hover:border-foreground disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:border-primary data-[state=indeterminate]:bg-primary pointer-coarse:after:-inset-3',
        className,
      )}
      {...rest}
    >
      {checked && <Mark className="pointer-events-none size-3" strokeWidth={3} aria-hidden="true" />}
    </button>
  )
}
