import Link from 'next/link'
import type { ReactNode } from 'react'
import { Logo } from '@/components/layout/brand'
import { Colonnade } from '@/components/site/colonnade'
import { paths } from '@/lib/client/paths'

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div data-no-gutter="" className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex flex-col px-6 sm:px-10">
        <header className="flex h-16 items-center">
          <Link href={paths.home} className="press-line flex rounded-sm">
            <Logo page="home" />
          </Link>
        </header>
        <main className="flex flex-1 items-center justify-center py-10 lg:pb-26">{children}</main>
      </div>
      <div
        aria-hidden="true"
        className="relative hidden overflow-hidden border-l border-border bg-muted lg:block"
      >
        <Colonnade />
      </div>
    </div>
  )
}
