'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { useHydrated } from '../data/use-hydrated'

export function ThemeChoice() {
  const { theme, setTheme } = useTheme()
  // Which theme was chosen is known in the browser only.
  const inBrowser = useHydrated()
  return (
    <ToggleGroup
      type="single"
      aria-label="Theme"
      value={inBrowser ? (theme ?? 'system') : ''}
      onValueChange={(value) => value && setTheme(value)}
    >
      <ToggleGroupItem value="light">
        <Sun aria-hidden="true" />
        Light
      </ToggleGroupItem>
      <ToggleGroupItem value="dark">
        <Moon aria-hidden="true" />
        Dark
      </ToggleGroupItem>
      <ToggleGroupItem value="system">
        <Monitor aria-hidden="true" />
        System
      </ToggleGroupItem>
    </ToggleGroup>
  )
}
