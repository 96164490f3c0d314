'use client'

import { Menu } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'

// Most visits never open it, and a drawer is more script than the rest of the bar.
const loadDrawer = () => import('./site-drawer').then((module) => module.SiteDrawer)
const SiteDrawer = dynamic(loadDrawer, { ssr: false })

/** The bar's links on narrow screens. */
export function SiteMenu({ signedIn }: { signedIn: boolean }) {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={trigger}
        variant="ghost"
        size="icon"
        className="-mr-2 md:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void loadDrawer()}
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        <Menu aria-hidden="true" />
      </Button>
      {wasOpened && <SiteDrawer open={open} onOpenChange={setOpen} signedIn={signedIn} trigger={trigger} />}
    </>
  )
}
