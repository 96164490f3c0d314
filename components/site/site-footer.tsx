import Link from 'next/link'
import { LogoMark } from '@/components/layout/logo'
import { ThemeChoice } from '@/components/settings/theme-choice'
import { paths } from '@/lib/client/paths'
import { siteNav } from './site-nav'

const links = [
  ...siteNav,
  { label: 'Playground', href: paths.playground },
  { label: 'Console', href: paths.console },
  { label: 'Sign in', href: paths.signIn },
]
const signUp = { label: 'Sign up', href: paths.signUp }

export function SiteFooter({ isSignUpOpen }: { isSignUpOpen: boolean }) {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-[76rem] flex-wrap items-center gap-x-6 gap-y-3 px-5 py-8 text-sm text-muted sm:px-8">
        <p className="mr-auto flex items-center gap-2">
          <LogoMark className="size-4 text-ink" />
          Portico, under the MIT licence
        </p>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-2">
          {[...links, ...(isSignUpOpen ? [signUp] : [])].map(({ label, href }) => (
            <Link
              prefetch={false}
              key={href}
              href={href}
              className="rounded-xs underline-offset-3 hover:text-ink hover:underline pointer-coarse:py-2.5"
            >
              {label}
            </Link>
          ))}
        </nav>
        <ThemeChoice />
      </div>
    </footer>
  )
}
