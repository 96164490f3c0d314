'use client'

import { BrokenPage } from '@/components/layout/broken-page'
import { CornerLogo } from '@/components/layout/logo'

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void }

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <main>
      <CornerLogo />
      <BrokenPage error={error} onRetry={reset} />
    </main>
  )
}
