import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { HydrationMark } from '@/components/data/browser'
import { BrandProvider } from '@/components/layout/brand'
import { NavigationBar } from '@/components/layout/navigation'
import { ThemeProvider } from '@/components/layout/theme-provider'
import { pageApi } from '@/lib/client/page-api'
import './globals.css'
import { monoFont, otherMonoFont, otherSansFont, sansFont } from './fonts/geist'

// Every page reads from the API, which is not available during the build.
export const dynamic = 'force-dynamic'

/** Not static: operators can rename the installation while it runs. */
export function generateMetadata(): Metadata {
  const { name } = pageApi().readBrand()
  return {
    title: { default: name, template: `%s · ${name}` },
    description:
      'A self-hosted AI gateway: one API for all your providers, API keys with spending limits, and an exact bill for every request.',
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
    // The theme is set on <html> before hydration, so its attributes differ from the server's.
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
