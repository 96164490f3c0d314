'use client'

import type { ComponentProps } from 'react'
import { CornerLogo } from '@/components/layout/brand'
import { BrokenPage } from '@/components/layout/broken-page'
import { ThemeProvider } from '@/components/layout/theme-provider'
import './globals.css'
import { monoFont, sansFont } from './fonts/geist'

/** Replaces the root layout when that fails. */
export default function GlobalError(props: ComponentProps<typeof BrokenPage>) {
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
            <BrokenPage {...props} />
          </main>
        </ThemeProvider>
      </body>
    </html>
  )
}
