import Link from 'next/link'
import { ThemeChoice } from '@/components/account/settings/theme-choice'
import { BrandMark } from '@/components/layout/logo'
import { paths } from '@/lib/client/paths'
import { siteNav } from './site-nav'

const links = [
  ...siteNav,
  { label: 'Playground', href: paths.playground },
  { label: 'Console', href: paths.console },
  { label: 'Sign in', href: paths.signIn },
]
const linkStyle = 'rounded-xs underline-offset-3 hover:text-ink hover:underline pointer-coarse:py-2.5'
const signUp = { label: 'Sign up', href: paths.signUp }

type SiteFooterProps = {
  isSignUpOpen: boolean
  name: string
  /** The operator's own. */
  ownLinks: readonly { label: string; url: string }[]
}

export function SiteFooter({ isSignUpOpen, name, ownLinks }: SiteFooterProps) {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-[76rem] flex-wrap items-center gap-x-6 gap-y-3 px-5 py-8 text-sm text-muted sm:px-8">
        <p className="mr-auto flex items-center gap-2">
          <BrandMark className="h-4 text-ink" />
          <span className="min-w-0 break-words">
            {name === 'Portico' ? 'Portico, under the MIT licence' : `${name}, powered by Portico`}
          </span>
        </p>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-2">
          {[...links, ...(isSignUpOpen ? [signUp] : [])].map(({ label, href }) => (
            <Link prefetch={false} key={href} href={href} className={linkStyle}>
              {label}
            </Link>
          ))}
          {ownLinks.map(({ label, url }) => (
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
