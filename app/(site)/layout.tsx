import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { PendingPage } from '@/components/layout/page-skeleton'
import { SiteFooter, SiteHeader } from '@/components/site/site-frame'
import { pageApi, readSession } from '@/lib/client/page-api'

/** Canonical addresses and preview images start with the public URL. */
export function generateMetadata(): Metadata {
  return { metadataBase: new URL(pageApi().readSettings().publicUrl) }
}

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const session = await readSession()
  const { isSignUpOpen } = pageApi().readSignInOptions()
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader signedIn={session !== null} isSignUpOpen={isSignUpOpen} />
      <main
        id="page"
        tabIndex={-1}
        className="mx-auto w-full max-w-[76rem] flex-1 border-border outline-none min-[76rem]:border-x"
      >
        <PendingPage>{children}</PendingPage>
      </main>
      <SiteFooter
        isSignUpOpen={isSignUpOpen}
        name={pageApi().readBrand().name}
        footerLinks={pageApi().readSettings().footerLinks}
      />
    </div>
  )
}
