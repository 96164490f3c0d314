import type { Metadata } from 'next'
import { describePage } from '@/components/site/describe-page'
import { BillExample, ConsoleScreenshot, StudioExample } from '@/components/site/examples'
import { FirstRequest } from '@/components/site/first-request'
import { apiFacts, Hero, hostFacts, keyFacts, RequestPath, Section } from '@/components/site/landing'
import { ModelPrices } from '@/components/site/model-prices'
import { FactList } from '@/components/site/page-section'
import { CodeBlock } from '@/components/ui/code-block'
import { formatNumber } from '@/lib/client/format/number'
import { pageApi, readSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'
import { readOrigin } from './read-origin'

/** With its own name, an installation is a service for customers, who do not run it. */
const runsUnderOwnName = () => pageApi().readSettings().isOwnName

function pitch(): string {
  const [kind, behind] = runsUnderOwnName()
    ? ['an AI gateway', 'many models']
    : ['a self-hosted AI gateway', 'all your providers']
  return `${pageApi().readBrand().name} is ${kind}: one OpenAI-compatible API for ${behind}, API keys with spending limits, and an exact bill for every request.`
}

export function generateMetadata(): Metadata {
  const title = `${pageApi().readBrand().name} · The front door to your models`
  const description = pitch()
  return { ...describePage({ title, description, path: paths.home }), title: { absolute: title } }
}

export default async function LandingPage() {
  const [session, origin] = await Promise.all([readSession(), readOrigin()])
  const models = pageApi().listOfferedModels(session?.customerId)
  return (
    <>
      <Hero
        pitch={pitch()}
        signedIn={session !== null}
        isSignUpOpen={pageApi().readSignInOptions().isSignUpOpen}
      />
      {models.length > 0 && (
        <Section
          title={
            models.length === 1
              ? 'One model, one price.'
              : `${formatNumber(models.length)} models, one balance.`
          }
          lead="The provider’s price for every request, billed to the billionth of a dollar."
        >
          <ModelPrices models={models} />
        </Section>
      )}
      <Section
        title="Change two lines."
        lead="Keep the OpenAI client you already use. Point it at this gateway and give it a key."
      >
        <FirstRequest origin={origin} />
        <div className="mt-8">
          <FactList facts={apiFacts} />
        </div>
      </Section>
      <Section
        title="Images and video, too."
        lead="Studios for both: see the price before you generate, edit with masks, start a video from a frame, look back 30 days and share results by link. Over the API, they are tasks that survive a crash."
      >
        <StudioExample />
      </Section>
      <RequestPath />
      <Section
        title="One key per app."
        lead="Limit, monitor and revoke each key separately. Its limits are checked before anything is spent."
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
      title="Run it yourself."
      lead="One command on your laptop or server. Prompts go only to the providers you choose."
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
            Money is counted in billionths of a dollar in a double-entry ledger. Each request is reserved and
            settled once, so nothing is charged twice and no balance is overdrawn, however many calls arrive
            at once.
          </p>
          <p className="mt-4">
            Failed and empty answers cost nothing. If you disconnect, you pay for what was delivered.
          </p>
        </>
      }
    >
      <BillExample />
    </Section>
  )
}

function Console() {
  return (
    <Section
      title="A console that shows its work."
      lead="Every request with its tokens, latency and bill. Cost, errors and latency by day or hour, by model and by key. A playground that compares up to four models side by side."
    >
      <ConsoleScreenshot />
    </Section>
  )
}
