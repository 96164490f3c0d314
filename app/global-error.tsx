'use client'

import { BrokenPage } from '@/components/layout/broken-page'
import './globals.css'
import { monoFont } from './mono-font'
import { sansFont } from './sans-font'

type GlobalErrorProps = { error: Error & { digest?: string }; reset: () => void }

/** When even the outermost layout fails, so it brings its own. */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  return (
    <html lang="en" className={`${sansFont.variable} ${monoFont.variable}`}>
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
