import type { Metadata } from 'next'
import Link from 'next/link'
import { describePage } from '@/components/site/describe-page'
import { FirstRequest } from '@/components/site/first-request'
import { apiFacts, Hero, hostFacts, keyFacts, RequestPath, Section } from '@/components/site/landing'
import { FactList } from '@/components/site/page-section'
import { BillSpecimen, KeySpecimen } from '@/components/site/specimens'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { paths } from '@/lib/client/paths'
import { readSession } from '@/lib/identity/read-session'
import { readSignInOptions } from '@/lib/identity/read-sign-in-options'
import { env } from '@/lib/platform/env'
import { readOrigin } from './read-origin'

export function generateMetadata(): Metadata {
  const title = `${env().INSTALLATION_NAME} · The front door to your models`
  const description =
    'An AI gateway that you run yourself: one OpenAI-compatible API in front of your providers, keys with limits of their own, and a ledger that accounts for every request.'
  return { ...describePage({ title, description, path: paths.home }), title: { absolute: title } }
}

export default async function LandingPage() {
  const [session, origin] = await Promise.all([readSession(), readOrigin()])
  return (
    <>
      <Hero signedIn={session !== null} isSignUpOpen={readSignInOptions().isSignUpOpen} />
      <Section
        title="Change two lines."
        lead="The API is OpenAI’s chat completions, so the client that you have already is the client that you need. Point it here and give it a key."
      >
        <FirstRequest origin={origin} />
        <div className="mt-8">
          <FactList facts={apiFacts} />
        </div>
      </Section>
      <RequestPath />
      <Section
        title="Every program gets a key of its own."
        lead="And no more than it needs. What a key may do is part of the key, checked before anything is spent."
      >
        <KeySpecimen />
        <div className="mt-8">
          <FactList facts={keyFacts} />
        </div>
      </Section>
      <Books />
      <Playground />
      <Section
        title="Yours to run."
        lead="One command on your own machine or server. Prompts go to the providers that you choose, and to nobody else."
      >
        <CodeBlock code="npm start" language="bash" className="mb-8" />
        <FactList facts={hostFacts} />
      </Section>
    </>
  )
}

function Books() {
  return (
    <Section
      title="The books balance."
      lead={
        <>
          <p>
            Money is counted in whole billionths of a dollar in a double-entry ledger. Each request is one
            hold and one settlement, so nothing is charged twice and no balance is overdrawn, however many
            calls arrive at once.
          </p>
          <p className="mt-4">
            Failed and empty answers cost nothing. Hang up half-way, and you pay for what was delivered.
          </p>
        </>
      }
    >
      <BillSpecimen />
    </Section>
  )
}

function Playground() {
  return (
    <Section
      title="Try before you write code."
      lead="The playground is the API with a window around it."
      className="items-center"
    >
      <div className="flex flex-wrap items-center justify-between gap-6">
        <p className="max-w-md text-md text-muted">
          Up to four models side by side, with every parameter, tools and JSON mode; each answer with its
          cost, its tokens and its time to the first of them; the request as curl, TypeScript or Python.
        </p>
        <Button asChild size="lg">
          <Link prefetch={false} href={paths.playground}>
            Open the playground
          </Link>
        </Button>
      </div>
    </Section>
  )
}
