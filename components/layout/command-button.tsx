'use client'

import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'

const CommandPalette = dynamic(() => import('./command-palette').then((module) => module.CommandPalette), {
  ssr: false,
})

/** Opens the list of all that one can go to; so does Ctrl-K, or ⌘K. The list itself is fetched when it is first opened. */
export function CommandButton({ isOperator }: { isOperator: boolean }) {
  const [open, setOpen] = useState(false)
  const isApple = useHydrated() && /Mac|iPhone|iPad/.test(navigator.platform)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey) return
      event.preventDefault() // the browser would go to its own search
      setOpen((before) => !before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="px-2 font-normal text-faint sm:min-w-44 sm:justify-start"
      >
        <Search aria-hidden="true" />
        <span className="max-sm:sr-only">Go to…</span>
        <Kbd className="ml-auto hidden pointer-fine:sm:flex">{isApple ? '⌘K' : 'Ctrl K'}</Kbd>
      </Button>
      {open && <CommandPalette isOperator={isOperator} onClose={() => setOpen(false)} />}
    </>
  )
}
