import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from './cn'

const badgeStyle = cva(
  'inline-flex h-5 max-w-full items-center gap-1.5 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'border-border bg-muted text-muted-foreground',
        accent: 'border-brand-border bg-brand-soft text-brand-text',
        success: 'border-success-border bg-success-soft text-success-text',
        warning: 'border-warning-border bg-warning-soft text-warning-text',
        danger: 'border-destructive-border bg-destructive-soft text-destructive-text',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

const dots = {
  neutral: 'bg-control',
  accent: 'bg-brand',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-destructive',
}

type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeStyle>

export function Badge({ className, tone, children, ...rest }: BadgeProps) {
  return (
    <span className={cn(badgeStyle({ tone }), className)} {...rest}>
      <span className="truncate">{children}</span>
    </span>
  )
}

/** A status in a dense table: a dot and a word without a box. */
export function StatusDot({ className, tone, children }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 align-top whitespace-nowrap text-sm text-foreground',
        className,
      )}
    >
      <span
        className={cn('size-1.5 shrink-0 rounded-full forced-color-adjust-none', dots[tone ?? 'neutral'])}
        aria-hidden="true"
      />
      {children}
    </span>
  )
}
