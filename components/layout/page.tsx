import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { cn } from '@/components/ui/cn'

/** The column of a console page. Studios fill the whole width instead. */
export function Page({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-6 sm:px-6 md:py-8 lg:px-8',
        className,
      )}
      {...rest}
    />
  )
}

type PageHeaderProps = { title: string; description?: ReactNode; actions?: ReactNode }

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold text-foreground">{title}</h1>
        {description && <p className="mt-0.5 max-w-2xl text-sm text-muted-foreground">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}

/** From a detail page back to its list. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="press-line inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-muted-foreground hover:text-foreground"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {children}
    </Link>
  )
}

/** A notice without JavaScript, where a page would load forever and buttons would do nothing. */
export function NeedsScript({ className }: { className?: string }) {
  return (
    <noscript>
      <div className={className}>
        <Alert tone="warning" title="This page needs JavaScript">
          Turn on JavaScript in your browser and reload the page.
        </Alert>
      </div>
    </noscript>
  )
}

/** Skips the navigation. Visible while focused; leads to `<main id="page">`. */
export function SkipLink() {
  return (
    <a
      href="#page"
      className="sr-only z-50 rounded-md bg-primary px-3 py-2 text-sm text-primary-foreground focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  )
}
