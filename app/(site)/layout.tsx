import type { ReactNode } from 'react'
import { SiteFooter } from '@/components/site/site-footer'
import { SiteHeader } from '@/components/site/site-header'
import { readSession } from '@/lib/identity/read-session'

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const session = await readSession()
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader signedIn={session !== null} />
      <main className="flex-1">{children}</main>
      <SiteFooter />
    </div>
  )
}
