import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { BrandProvider } from '@/components/layout/brand'
import { HydrationMark } from '@/components/layout/hydration-mark'
import { NavigationBar } from '@/components/layout/navigation'
import { ThemeProvider } from '@/components/layout/theme-provider'
import { pageApi } from '@/lib/client/page-api'
import './globals.css'
import { monoFont, otherMonoFont, otherSansFont, sansFont } from './fonts/geist'

// Every page asks the API, which is not there while pages are built.
export const dynamic = 'force-dynamic'

/** An operator may give the installation another name while it runs. */
export function generateMetadata(): Metadata {
  const { name } = pageApi().readBrand()
  return {
    title: { default: name, template: `%s · ${name}` },
    description:
      'A self-hosted gateway to AI models: one API, keys with limits, and a ledger that accounts for every request.',
  }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafaf9' },
    { media: '(prefers-color-scheme: dark)', color: '#0f0f0d' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    // The theme is set on <html> before React wakes, so its attributes differ from what the server sent.
    <html
      lang="en"
      className={`${sansFont.variable} ${otherSansFont.variable} ${monoFont.variable} ${otherMonoFont.variable}`}
      suppressHydrationWarning
    >
      <body className="font-sans">
        <HydrationMark />
        <NavigationBar />
        <ThemeProvider nonce={nonce}>
          <BrandProvider brand={pageApi().readBrand()}>{children}</BrandProvider>
        </ThemeProvider>
      </body>
    </html>
  )
}
