import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Logo } from '@/components/layout/brand'
import { ConsoleProviders } from '@/components/layout/console-providers'
import { NeedsScript } from '@/components/layout/page'
import { Badge } from '@/components/ui/badge'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { robots: { index: false } }

/** Payment pages: nothing but the payment, and a link back to the console. */
export default function CheckoutLayout({ children }: { children: ReactNode }) {
  return (
    <ConsoleProviders>
      <div className="flex min-h-dvh flex-col">
        <header className="mx-auto flex h-16 w-full max-w-5xl items-center gap-3 px-6 sm:px-10">
          <Link href={paths.console} className="press-line flex rounded-sm">
            <Logo page="console" />
          </Link>
          <Badge tone="warning">Test mode</Badge>
        </header>
        <NeedsScript className="mx-auto w-full max-w-5xl px-6 pb-4 sm:px-10" />
        {children}
      </div>
    </ConsoleProviders>
  )
}
