import Link from 'next/link'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { paths } from '@/lib/client/paths'
import { Colonnade } from './colonnade'
import type { Fact } from './page-section'

type HeroProps = { pitch: string; signedIn: boolean; isSignUpOpen: boolean }

export function Hero({ pitch, signedIn, isSignUpOpen }: HeroProps) {
  return (
    <section className="grid lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
      <div className="flex flex-col justify-center px-5 pt-16 pb-14 sm:px-8 lg:min-h-[37rem] lg:py-24">
        <h1 className="max-w-[11ch] text-[clamp(2.75rem,7.2vw,4.75rem)] leading-[1] font-semibold tracking-[-0.045em]">
          The front door to your models.
        </h1>
        <p className="mt-6 max-w-[27rem] text-lg wrap-anywhere text-muted-foreground">{pitch}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button asChild variant="default" size="lg">
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
          <Button variant="outline" asChild size="lg">
            {signedIn ? (
              <Link prefetch={false} href={paths.playground}>
                Open the playground
              </Link>
            ) : (
              <Link prefetch={false} href={paths.models}>
                Browse models
              </Link>
            )}
          </Button>
        </div>
      </div>
      <div className="relative h-64 overflow-hidden border-t border-border bg-muted lg:h-auto lg:border-t-0 lg:border-l">
        <Colonnade />
      </div>
    </section>
  )
}

type SectionProps = { title: string; lead: ReactNode; children: ReactNode; className?: string }

/** A section of the landing page: heading and lead on the left, content on the right. */
export function Section({ title, lead, children, className }: SectionProps) {
  return (
    <section
      className={cn(
        'grid gap-x-12 gap-y-8 border-t border-border px-5 py-16 sm:px-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:py-24',
        className,
      )}
    >
      <div className="self-start lg:sticky lg:top-24">
        <h2 className="max-w-sm text-3xl font-semibold">{title}</h2>
        <div className="mt-4 max-w-sm text-md text-muted-foreground">{lead}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

const code = (text: string) => (
  <code className="rounded-xs bg-accent px-1 py-0.5 font-mono text-[0.92em] text-foreground">{text}</code>
)

export const apiFacts: Fact[] = [
  { name: 'Streaming', text: 'Server-sent events in OpenAI’s format, with usage on request.' },
  {
    name: 'Tools and JSON',
    text: 'Function calling, JSON mode and JSON Schema, in the same fields your client sends today.',
  },
  {
    name: 'Cost in the reply',
    text: (
      <>
        The {code('usage')} of every reply has its {code('cost')}, next to the token counts.
      </>
    ),
  },
  {
    name: 'Safe retries',
    text: (
      <>With an {code('Idempotency-Key')}, a repeated request gets the first reply and is charged once.</>
    ),
  },
  {
    name: 'Clear errors',
    text: 'One format with a code, the field at fault and a request ID. Rate limits say how long to wait.',
  },
]

export const keyFacts: Fact[] = [
  { name: 'Spending', text: 'A total limit, or one that resets every day, week or month.' },
  { name: 'Access', text: 'Scopes, allowed models, an expiration date and requests per minute.' },
  {
    name: 'Routing',
    text: 'Default models, preferred providers, and fallbacks to other providers and models.',
  },
  { name: 'Rotation', text: 'A new secret, while the old one keeps working for as long as you choose.' },
  { name: 'Storage', text: 'The secret is shown once. Only its hash is stored.' },
]

export const hostFacts: Fact[] = [
  {
    name: 'Requirements',
    text: 'Node and npm. One command installs, creates the database, builds and serves.',
  },
  {
    name: 'Database',
    text: <>PostgreSQL is included. Set {code('DATABASE_URL')} to use your own.</>,
  },
  {
    name: 'Providers',
    text: 'Connect any OpenAI-compatible API in the console. Until then, built-in sandbox models answer offline.',
  },
  {
    name: 'Sign-in',
    text: 'Email and password. Add GitHub, Google or your own OpenID Connect provider.',
  },
]

const steps = [
  {
    name: 'Key',
    text: 'Looked up by its SHA-256 hash. Disabled, expired and revoked keys get a 401 at once.',
  },
  { name: 'Limits', text: 'Scopes, allowed models, requests per minute and the key’s spending limit.' },
  {
    name: 'Reserve',
    text: 'The maximum cost is reserved, in one statement that cannot overdraw the balance.',
  },
  { name: 'Route', text: 'The model’s best provider. If it fails before the first byte, the next one.' },
  {
    name: 'Stream',
    text: 'Chunks are passed on as they arrive. If you disconnect, the provider is stopped too.',
  },
  { name: 'Settle', text: 'What was used is charged once. The rest is released.' },
]

/** The steps of a request, drawn as a portico: six columns under one beam. */
export function RequestPath() {
  return (
    <section className="border-t border-border px-5 py-16 sm:px-8 lg:py-24">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
        <h2 className="max-w-md text-3xl font-semibold">Six steps for every request.</h2>
        <p className="max-w-md text-md text-muted-foreground">
          Before, during and after the model’s answer, whether you send one call or a thousand at once.
        </p>
      </div>
      <div className="mt-12">
        <div className="flex items-center justify-between gap-4 rounded-t-sm bg-primary px-4 py-3 font-mono text-sm text-primary-foreground">
          <span className="truncate">POST /v1/chat/completions</span>
          <span className="max-sm:hidden">200</span>
        </div>
        <ol className="grid gap-x-3 max-lg:gap-y-3 max-lg:pt-3 sm:max-lg:grid-cols-2 lg:grid-cols-6">
          {steps.map(({ name, text }, index) => (
            <li
              key={name}
              className="group flex border border-border bg-card max-lg:gap-4 max-lg:p-4 lg:min-h-[22rem] lg:flex-col lg:border-y-0"
            >
              <div
                aria-hidden="true"
                className="hidden flex-1 bg-[repeating-linear-gradient(90deg,transparent_0_calc(100%/7-1px),var(--border)_calc(100%/7-1px)_calc(100%/7))] [mask-image:linear-gradient(black,transparent_92%)] lg:block"
              />
              <p className="figures text-xs text-faint-foreground lg:px-4 lg:pt-4">{index + 1}</p>
              <div className="lg:px-4 lg:pb-5">
                <h3 className="text-md font-semibold lg:mt-1">{name}</h3>
                <p className="mt-1.5 text-sm text-muted-foreground lg:min-h-30">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <div className="h-3 border border-input bg-card max-lg:hidden" />
        <div className="-mx-3 -mt-px h-3 border border-input bg-card max-lg:hidden" />
      </div>
    </section>
  )
}
