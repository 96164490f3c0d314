'use client'

import { useTheme } from 'next-themes'
import { useHydrated } from '@/components/data/browser'
import { themes } from '@/components/layout/theme-provider'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'

export function ThemeChoice() {
  const { theme, setTheme } = useTheme()
  // The chosen theme is stored in the browser.
  const inBrowser = useHydrated()
  return (
    <ToggleGroup
      type="single"
      aria-label="Theme"
      value={inBrowser ? (theme ?? 'system') : ''}
      onValueChange={(value) => value && setTheme(value)}
    >
      {themes.map(({ value, label, Icon }) => (
        <ToggleGroupItem key={value} value={value}>
          <Icon aria-hidden="true" />
          {label}
        </ToggleGroupItem>
      ))}
    </ToggleGroup>
  )
}
