'use client'

import { BrokenPage } from '@/components/layout/broken-page'
import { CornerLogo } from '@/components/layout/logo'
import { ThemeProvider } from '@/components/layout/theme-provider'
import './globals.css'
import { monoFont } from './mono-font'
import { sansFont } from './sans-font'

type GlobalErrorProps = { error: Error & { digest?: string }; reset: () => void }

/** When even the outermost layout fails, so it brings its own. */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  return (
    <html lang="en" className={`${sansFont.variable} ${monoFont.variable}`} suppressHydrationWarning>
      <head>
        <title>Portico</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      </head>
      <body className="font-sans">
        <ThemeProvider>
          <main>
            <CornerLogo />
            <BrokenPage error={error} onRetry={reset} />
          </main>
        </ThemeProvider>
      </body>
    </html>
  )
}
