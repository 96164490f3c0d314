import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn'

/** A surface with a border. */
export function Panel({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={cn('min-w-0 rounded-lg border border-border bg-card', className)} {...rest} />
}

type PanelHeaderProps = {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
}

export function PanelHeader({ title, description, actions }: PanelHeaderProps) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 border-b border-border px-4 py-2">
      <div className="min-w-0">
        <h2 className="text-sm font-semibold text-foreground">{title}</h2>
        {description && <p className="text-xs text-faint-foreground">{description}</p>}
      </div>
      {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
    </div>
  )
}

export function PanelBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('p-4', className)} {...rest} />
}
