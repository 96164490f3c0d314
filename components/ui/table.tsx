import type { ComponentProps } from 'react'
import { cn } from './cn'
import { ScrollRegion } from './scroll-region'

type TableProps = ComponentProps<'table'> & {
  /** Names the table for screen readers. */
  label: string
}

/** Scrolls sideways by itself, so that the page does not. */
export function Table({ label, className, ...rest }: TableProps) {
  return (
    <ScrollRegion className="relative w-full">
      <table aria-label={label} className={cn('w-full border-collapse text-sm', className)} {...rest} />
    </ScrollRegion>
  )
}

export function TableHeader({ className, ...rest }: ComponentProps<'thead'>) {
  return <thead className={cn('border-b border-border', className)} {...rest} />
}

export function TableBody({ className, ...rest }: ComponentProps<'tbody'>) {
  return <tbody className={cn('divide-y divide-border', className)} {...rest} />
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr {...props} />
}

type CellProps = { numeric?: boolean | undefined }

export function TableHead({ className, numeric, ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope="col"
      className={cn(
        'h-8 px-3 text-left text-xs font-medium whitespace-nowrap text-faint-foreground first:pl-4 last:pr-4',
        numeric && 'text-right',
        className,
      )}
      {...rest}
    />
  )
}

export function TableCell({ className, numeric, ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      className={cn(
        'h-10 px-3 py-1.5 align-middle first:pl-4 last:pr-4',
        numeric && 'figures text-right whitespace-nowrap',
        className,
      )}
      {...rest}
    />
  )
}
