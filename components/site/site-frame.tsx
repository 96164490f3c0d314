import Link from 'next/link'
import { ThemeChoice } from '@/components/account/settings/theme-choice'
import { BrandMark, Logo } from '@/components/layout/brand'
import { SkipLink } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'
import { siteNav } from './site-nav'
import { SiteMenu, SiteNavLinks } from './site-nav-links'

type SiteHeaderProps = { signedIn: boolean; isSignUpOpen: boolean }

export function SiteHeader({ signedIn, isSignUpOpen }: SiteHeaderProps) {
  return (
    <header className="sticky top-0 z-30 border-b border-border bg-background">
      <SkipLink />
      <div className="mx-auto flex h-(--site-bar) max-w-[76rem] items-center gap-2 px-5 sm:px-8">
        <Link href={paths.home} prefetch={false} className="press-line flex rounded-sm">
          <Logo page="home" />
        </Link>
        <nav aria-label="Site" className="ml-4 hidden md:block">
          <SiteNavLinks layout="bar" />
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {!signedIn && isSignUpOpen && (
            <Button asChild variant="ghost" className="max-md:hidden">
              <Link href={paths.signIn} prefetch={false}>
                Sign in
              </Link>
            </Button>
          )}
          <EntryButton signedIn={signedIn} isSignUpOpen={isSignUpOpen} />
          <SiteMenu withSignIn={!signedIn && isSignUpOpen} />
        </div>
      </div>
    </header>
  )
}

/** The main button, on every screen. */
function EntryButton({ signedIn, isSignUpOpen }: SiteHeaderProps) {
  const [label, href] = signedIn
    ? ['Console', paths.console]
    : isSignUpOpen
      ? ['Sign up', paths.signUp]
      : ['Sign in', paths.signIn]
  return (
    <Button asChild variant="default">
      <Link href={href} prefetch={false}>
        {label}
      </Link>
    </Button>
  )
}

const links = [
  ...siteNav,
  { label: 'Playground', href: paths.playground },
  { label: 'Console', href: paths.console },
  { label: 'Sign in', href: paths.signIn },
]
const linkStyle = 'rounded-xs underline-offset-3 hover:text-foreground hover:underline pointer-coarse:py-2.5'
const signUp = { label: 'Sign up', href: paths.signUp }

type SiteFooterProps = {
  isSignUpOpen: boolean
  name: string
  /** Set by the operator. */
  footerLinks: readonly { label: string; url: string }[]
}

export function SiteFooter({ isSignUpOpen, name, footerLinks }: SiteFooterProps) {
  return (
    <footer className="border-t border-border">
      <div className="mx-auto flex max-w-[76rem] flex-wrap items-center gap-x-6 gap-y-3 px-5 py-8 text-sm text-muted-foreground sm:px-8">
        <p className="mr-auto flex items-center gap-2">
          <BrandMark className="h-4 text-foreground" />
          <span className="min-w-0 break-words">
            {name === 'Portico' ? 'Portico, MIT license' : `${name}, powered by Portico`}
          </span>
        </p>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-2">
          {[...links, ...(isSignUpOpen ? [signUp] : [])].map(({ label, href }) => (
            <Link prefetch={false} key={href} href={href} className={linkStyle}>
              {label}
            </Link>
          ))}
          {footerLinks.map(({ label, url }) => (
            <a key={`${label} ${url}`} href={url} className={linkStyle}>
              {label}
            </a>
          ))}
        </nav>
        <ThemeChoice />
      </div>
    </footer>
  )
}
