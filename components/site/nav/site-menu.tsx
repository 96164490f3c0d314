import { Menu, X } from 'lucide-react'
import Link from 'next/link'
import { Logo } from '@/components/layout/logo'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'
import { PageScript } from '../page-script'
import { SiteNavLinks } from './site-nav-links'

type SiteMenuProps = {
  /** Where the bar itself has no room for it. */
  withSignIn: boolean
}

/** The bar's links on narrow screens, in a drawer. */
export function SiteMenu({ withSignIn }: SiteMenuProps) {
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="-mr-2 md:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        data-opens="site-menu"
      >
        <Menu aria-hidden="true" />
      </Button>
      <dialog
        id="site-menu"
        aria-label="Menu"
        className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-72 max-w-[calc(100vw-2.5rem)] overflow-y-auto overscroll-contain border-l border-line bg-overlay text-ink shadow-pop outline-none backdrop:bg-scrim open:animate-slide-in-right"
      >
        <div className="flex h-14 items-center justify-between pr-3 pl-5">
          <Logo />
          <Button variant="ghost" size="icon-sm" aria-label="Close" data-closes>
            <X aria-hidden="true" />
          </Button>
        </div>
        <div className="flex flex-col gap-4 px-3 pt-2 pb-5">
          <nav aria-label="Site">
            <SiteNavLinks way="list" />
          </nav>
          {withSignIn && (
            <Button asChild className="mx-2">
              <Link href={paths.signIn} prefetch={false}>
                Sign in
              </Link>
            </Button>
          )}
        </div>
      </dialog>
      <PageScript name="menu" />
    </>
  )
}
