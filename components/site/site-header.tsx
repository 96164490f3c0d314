import Link from 'next/link'
import { Logo } from '@/components/layout/logo'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'

export function SiteHeader({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="mx-auto flex h-14 max-w-[76rem] items-center gap-2 px-5 sm:px-8">
        <Link href={paths.home} aria-label="Portico, home" className="mr-auto flex rounded-sm">
          <Logo />
        </Link>
        {signedIn ? (
          <Button asChild variant="primary">
            <Link href={paths.console}>Console</Link>
          </Button>
        ) : (
          <>
            <Button asChild variant="ghost">
              <Link href={paths.signIn}>Sign in</Link>
            </Button>
            <Button asChild variant="primary">
              <Link href={paths.signUp}>Sign up</Link>
            </Button>
          </>
        )}
      </div>
    </header>
  )
}
