'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { ThemeProvider as NextThemes } from 'next-themes'
import type { ReactNode } from 'react'

type ThemeProviderProps = {
  /** The CSP nonce, for the script that sets the theme before the first paint. */
  nonce?: string | undefined
  children: ReactNode
}

export function ThemeProvider({ nonce, children }: ThemeProviderProps) {
  return (
    <NextThemes
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      {...(nonce && { nonce })}
    >
      {children}
    </NextThemes>
  )
}

export const themes = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
]
