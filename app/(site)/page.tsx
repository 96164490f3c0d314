import type { Metadata } from 'next'
import { describePage } from '@/components/site/describe-page'
import { FirstRequest } from '@/components/site/first-request'
import { apiFacts, Hero, hostFacts, keyFacts, RequestPath, Section } from '@/components/site/landing'
import { FactList } from '@/components/site/page-section'
import { BillSpecimen, ConsoleSpecimen, StudioSpecimen } from '@/components/site/specimens'
import { CodeBlock } from '@/components/ui/code-block'
import { pageApi, readSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'
import { readOrigin } from './read-origin'

/** Under a name of its own an installation is a service to its customers, who do not run it. */
const runsUnderOwnName = () => pageApi().readSettings().isOwnName

function pitch(): string {
  const [kind, behind] = runsUnderOwnName()
    ? ['an AI gateway', 'many models']
    : ['an AI gateway that you run yourself', 'your providers']
  return `${pageApi().readBrand().name} is ${kind}: one OpenAI-compatible API in front of ${behind}, keys with limits of their own, and a ledger that accounts for every request.`
}

export function generateMetadata(): Metadata {
  const title = `${pageApi().readBrand().name} · The front door to your models`
  const description = pitch()
  return { ...describePage({ title, description, path: paths.home }), title: { absolute: title } }
}

export default async function LandingPage() {
  const [session, origin] = await Promise.all([readSession(), readOrigin()])
  return (
    <>
      <Hero
        pitch={pitch()}
        signedIn={session !== null}
        isSignUpOpen={pageApi().readSignInOptions().isSignUpOpen}
      />
      <Section
        title="Change two lines."
        lead="The API is OpenAI’s chat completions, so the client that you have already is the client that you need. Point it here and give it a key."
      >
        <FirstRequest origin={origin} />
        <div className="mt-8">
          <FactList facts={apiFacts} />
        </div>
      </Section>
      <Section
        title="Images and video, too."
        lead="Studios for both, with the price before you send, masks and frames, a history of 30 days, and links that share one result for as long as you say. Over the API they are tasks that survive a crash."
      >
        <StudioSpecimen />
      </Section>
      <RequestPath />
      <Section
        title="Every program gets a key of its own."
        lead="And no more than it needs. What a key may do is part of the key, checked before anything is spent."
      >
        <FactList facts={keyFacts} />
      </Section>
      <Books />
      <Console />
      {!runsUnderOwnName() && <Hosting />}
    </>
  )
}

function Hosting() {
  return (
    <Section
      title="Yours to run."
      lead="One command on your own machine or server. Prompts go to the providers that you choose, and to nobody else."
    >
      <CodeBlock code="npm start" language="bash" className="mb-8" />
      <FactList facts={hostFacts} />
    </Section>
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

function Console() {
  return (
    <Section
      title="A console that shows its work."
      lead="Every request with its tokens, its time and its bill; cost, errors and latency by day or hour, model and key. The playground puts up to four models side by side."
    >
      <ConsoleSpecimen />
    </Section>
  )
}
