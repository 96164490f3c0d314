import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'
import { Colonnade } from './colonnade'

type HeroProps = { signedIn: boolean; isSignUpOpen: boolean }

export function Hero({ signedIn, isSignUpOpen }: HeroProps) {
  return (
    <section className="grid lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
      <div className="flex flex-col justify-center px-5 pt-16 pb-14 sm:px-8 lg:min-h-[37rem] lg:py-24">
        <h1 className="max-w-[11ch] text-[clamp(2.75rem,7.2vw,4.75rem)] leading-[1] font-semibold tracking-[-0.045em]">
          The front door to your models.
        </h1>
        <p className="mt-6 max-w-[27rem] text-lg text-muted">
          Portico is an AI gateway that you run yourself: one OpenAI-compatible API in front of your
          providers, keys with limits of their own, and a ledger that accounts for every request.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button asChild variant="primary" size="lg">
            {signedIn || !isSignUpOpen ? (
              <Link prefetch={false} href={paths.console}>
                Open the console
              </Link>
            ) : (
              <Link prefetch={false} href={paths.signUp}>
                Create an account
              </Link>
            )}
          </Button>
          <Button asChild size="lg">
            <Link prefetch={false} href={paths.playground}>
              Open the playground
            </Link>
          </Button>
        </div>
      </div>
      <div className="relative h-64 overflow-hidden border-t border-line bg-sunken lg:h-auto lg:border-t-0 lg:border-l">
        <Colonnade className="absolute inset-0 size-full" />
      </div>
    </section>
  )
}
