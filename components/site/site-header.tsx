import Link from 'next/link'
import { Logo } from '@/components/layout/logo'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'
import { SiteMenu, SiteNavLinks } from './site-nav-links'

type SiteHeaderProps = { signedIn: boolean; isSignUpOpen: boolean }

export function SiteHeader({ signedIn, isSignUpOpen }: SiteHeaderProps) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <a
        href="#page"
        className="sr-only z-50 rounded-md bg-primary px-3 py-2 text-sm text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="mx-auto flex h-(--site-bar) max-w-[76rem] items-center gap-2 px-5 sm:px-8">
        <Link href={paths.home} prefetch={false} className="press-line flex rounded-sm">
          <Logo page="home" />
        </Link>
        <nav aria-label="Site" className="ml-4 hidden md:block">
          <SiteNavLinks way="bar" />
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {!signedIn && isSignUpOpen && (
            <Button asChild variant="ghost" className="max-md:hidden">
              <Link href={paths.signIn} prefetch={false}>
                Sign in
              </Link>
            </Button>
          )}
          <WayIn signedIn={signedIn} isSignUpOpen={isSignUpOpen} />
          <SiteMenu withSignIn={!signedIn && isSignUpOpen} />
        </div>
      </div>
    </header>
  )
}

/** The one button that stands on every screen. */
function WayIn({ signedIn, isSignUpOpen }: SiteHeaderProps) {
  const [label, href] = signedIn
    ? ['Console', paths.console]
    : isSignUpOpen
      ? ['Sign up', paths.signUp]
      : ['Sign in', paths.signIn]
  return (
    <Button asChild variant="primary">
      <Link href={href} prefetch={false}>
        {label}
      </Link>
    </Button>
  )
}
