import type { VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { buttonVariants } from './button-variants'
import { cn } from './cn'
import { Spinner } from './spinner'

// As components of shadcn/ui's registry import it. What is a link alone imports the file itself, which weighs less.
export { buttonVariants }

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    /** Style the only child (a link) as a button. */
    asChild?: boolean
    /** Shows a spinner and disables the button; the label keeps its width. */
    loading?: boolean
  }

export function Button({
  className,
  variant,
  size,
  asChild,
  loading,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  const style = cn(buttonVariants({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root className={style} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      className={style}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...rest}
    >
      <span className={cn('contents', loading && 'invisible')}>{children}</span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
          {/* Invisible text does not name a button. */}
          <span className="sr-only">{children}</span>
        </span>
      )}
    </button>
  )
}
