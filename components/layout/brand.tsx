'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { cn } from '@/components/ui/cn'
import { paths } from '@/lib/client/paths'

/** The name of this installation, and the URL of its logo. */
type Brand = { name: string; logo: string | null }

const BrandContext = createContext<Brand>({ name: 'Portico', logo: null })

export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>
}

function useBrand(): Brand {
  return useContext(BrandContext)
}

/** The installation's logo, else ours. */
export function BrandMark({ className }: { className?: string }) {
  const { logo } = useBrand()
  if (logo === null) return <LogoMark {...(className && { className })} />
  // biome-ignore lint/performance/noImgElement: a small image of ours, shown unchanged
  return <img src={logo} alt="" className={cn('h-5 w-auto max-w-28 shrink-0 object-contain', className)} />
}

/** A portico seen at an angle: the lintel, and columns that narrow as they recede. */
function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="currentColor"
      aria-hidden="true"
      className={cn('size-5 shrink-0', className)}
    >
      <path d="M1 2h18v3H1zM1 7h5v11H1zM8 7h4v11H8zM14 7h2v11h-2zM18 7h1v11h-1z" />
    </svg>
  )
}

/** `page`: the page that it links to, for screen readers. */
export function Logo({ page }: { page?: string }) {
  const { name } = useBrand()
  return (
    <span className="inline-flex min-w-0 items-center gap-2 text-foreground">
      <BrandMark />
      <span className="max-w-40 truncate text-md font-semibold tracking-[-0.02em] sm:max-w-64">{name}</span>
      {page && <span className="sr-only">{page}</span>}
    </span>
  )
}

/** On pages without a bar. A full page load, because the application may be broken. */
export function CornerLogo() {
  return (
    <a href={paths.home} className="absolute top-5 left-6 flex rounded-sm">
      <Logo page="home" />
    </a>
  )
}
