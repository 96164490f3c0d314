'use client'

import { BrokenPage } from '@/components/layout/broken-page'
import './globals.css'

type GlobalErrorProps = { error: Error & { digest?: string }; reset: () => void }

/** When even the outermost layout fails, so it brings its own. */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  return (
    <html lang="en">
      <head>
        <title>Portico</title>
      </head>
      <body className="font-sans">
        <main>
          <BrokenPage error={error} onRetry={reset} />
        </main>
      </body>
    </html>
  )
}
