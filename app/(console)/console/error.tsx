'use client'

import { BrokenPage } from '@/components/layout/broken-page'

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void }

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return <BrokenPage error={error} onRetry={reset} />
}
