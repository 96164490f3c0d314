import type { ReactNode } from 'react'
import { Logo } from '@/components/layout/brand'
import { NeedsScript } from '@/components/layout/page'

/** Pages for phones, without sign-in or navigation. */
export default function PhoneLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-background px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
      <header className="flex h-14 shrink-0 items-center justify-center">
        <Logo />
      </header>
      <main className="mx-auto flex w-full max-w-sm flex-1 flex-col">
        <NeedsScript />
        {children}
      </main>
    </div>
  )
}
