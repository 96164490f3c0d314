import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { PendingPage } from '@/components/layout/pending-page'
import { SiteFooter } from '@/components/site/site-footer'
import { SiteHeader } from '@/components/site/site-header'
import { readSession } from '@/lib/account/identity/read-session'
import { readSignInOptions } from '@/lib/account/identity/read-sign-in-options'
import { env } from '@/lib/platform/env'

/** Canonical addresses and pictures of shared links begin with the address that people use. */
export function generateMetadata(): Metadata {
  return { metadataBase: new URL(env().publicUrl) }
}

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const session = await readSession()
  const { isSignUpOpen } = readSignInOptions()
  const { INSTALLATION_NAME, FOOTER_LINKS } = env()
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader signedIn={session !== null} isSignUpOpen={isSignUpOpen} />
      <main
        id="page"
        tabIndex={-1}
        className="mx-auto w-full max-w-[76rem] flex-1 border-line outline-none min-[76rem]:border-x"
      >
        <PendingPage>{children}</PendingPage>
      </main>
      <SiteFooter isSignUpOpen={isSignUpOpen} name={INSTALLATION_NAME} ownLinks={FOOTER_LINKS} />
    </div>
  )
}
