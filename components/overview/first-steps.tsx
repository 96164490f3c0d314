'use client'

import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { CreateKeyDialog } from '@/components/api-keys/create-key-dialog'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { highlight } from '@/components/ui/highlight'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { keyListQuery } from '@/lib/api-keys/queries'
import { balanceQuery } from '@/lib/billing/queries'
import { modelListQuery } from '@/lib/catalog/queries'
import { toNanos } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { overviewRequestsQuery } from './latest-requests'
import { useSpend } from './spend'

/** `isNew`: nothing was ever spent, so that the place is kept until it is known what is done. */
type FirstStepsProps = { isNew: boolean }

/** What a new customer does first; gone once requests can be sent and one has been. */
export function FirstSteps({ isNew }: FirstStepsProps) {
  const done = useFirstSteps()
  const [creating, setCreating] = useState(false)
  const complete = done?.key && done.request && done.credit
  if (!creating && (done ? complete : !isNew)) return null
  const count = done && Object.values(done).filter(Boolean).length
  return (
    <Panel aria-label="First steps">
      <PanelHeader
        title="First steps"
        actions={count !== null && <span className="figures text-xs text-faint">{count} of 4 done</span>}
      />
      <div className="lg:grid lg:grid-cols-[22rem_minmax(0,1fr)]">
        <StepList done={done} onCreateKey={() => setCreating(true)} />
        <FirstRequest />
      </div>
      <CreateKeyDialog open={creating} onOpenChange={setCreating} />
    </Panel>
  )
}

type StepListProps = { done: FirstStepsDone | null; onCreateKey: () => void }

function StepList({ done, onCreateKey }: StepListProps) {
  return (
    <ol className="divide-y divide-line lg:border-r lg:border-line">
      <Step
        title="Create a key"
        done={done?.key ?? false}
        action={
          <Button size="sm" variant={done?.key ? 'secondary' : 'primary'} onClick={onCreateKey}>
            Create key
          </Button>
        }
      >
        The secret that your program sends along.
      </Step>
      <Step
        title="Add credit"
        done={done?.credit ?? false}
        action={
          <Button asChild size="sm" variant={done?.key ? 'primary' : 'secondary'}>
            <Link href={paths.billing}>Add credit</Link>
          </Button>
        }
      >
        Requests are paid from it.
      </Step>
      <Step title="Make the first call" done={done?.request ?? false}>
        Any client of OpenAI’s works: change its base URL and its key.
      </Step>
      <Step
        title="Open the playground"
        done={done?.playground ?? false}
        action={
          <Button asChild size="sm">
            <Link href={paths.playground}>Open</Link>
          </Button>
        }
      >
        Talk to models here; it needs no key.
      </Step>
    </ol>
  )
}

type StepProps = { title: string; done: boolean; action?: ReactNode; children: ReactNode }

function Step({ title, done, action, children }: StepProps) {
  return (
    <li className="flex items-start gap-3 p-4">
      <span
        className={cn(
          'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border',
          done ? 'border-success-line bg-success-soft text-success-text' : 'border-line-strong',
        )}
      >
        {done && <Check className="size-3" aria-hidden="true" />}
        <span className="sr-only">{done ? 'Done' : 'To do'}</span>
      </span>
      <div className="min-w-0 flex-1">
        <h3 className={cn('text-sm leading-6 font-medium', done && 'text-muted')}>{title}</h3>
        <p className="text-xs text-faint">{children}</p>
      </div>
      {!done && action}
    </li>
  )
}

const languages: { id: SampleLanguage; label: string }[] = [
  { id: 'bash', label: 'curl' },
  { id: 'python', label: 'Python' },
  { id: 'typescript', label: 'TypeScript' },
]

/** The first request, ready to be pasted: against this very address, with a model that exists. */
function FirstRequest() {
  const origin = useOrigin()
  const { data } = useQuery(modelListQuery())
  const [active, setActive] = useState<string>('bash')
  const model = data?.data.find(({ modality }) => modality === 'chat')?.id ?? 'sandbox/chat'
  const samples = languages.map((one) => ({ ...one, code: writeFirstRequest(one.id, origin, model) }))
  return (
    <Tabs
      value={active}
      onValueChange={setActive}
      className="flex min-w-0 flex-col bg-sunken max-lg:rounded-b-lg max-lg:border-t max-lg:border-line lg:rounded-br-lg"
    >
      <div className="relative border-b border-line pr-12">
        <TabsList aria-label="Language" className="px-4 shadow-none">
          {samples.map(({ id, label }) => (
            <TabsTrigger key={id} value={id}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <CopyButton
          value={samples.find(({ id }) => id === active)?.code ?? ''}
          what="code"
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
        />
      </div>
      {samples.map(({ id, code }) => (
        <TabsContent key={id} value={id} tabIndex={-1}>
          <ScrollRegion>
            <pre className="w-max min-w-full p-4 font-mono text-[0.8125rem] leading-[1.375rem]">
              <code>{highlight(code, id)}</code>
            </pre>
          </ScrollRegion>
        </TabsContent>
      ))}
    </Tabs>
  )
}

type SampleLanguage = 'bash' | 'python' | 'typescript'

/** The shortest program that gets an answer. */
function writeFirstRequest(language: SampleLanguage, origin: string, model: string): string {
  if (language === 'bash')
    return `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [{"role": "user", "content": "Hello"}]
  }'`
  if (language === 'python')
    return `import os
from openai import OpenAI

client = OpenAI(
    base_url="${origin}/v1",
    api_key=os.environ["PORTICO_API_KEY"],
)
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`
  return `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: '${origin}/v1',
  apiKey: process.env.PORTICO_API_KEY,
})
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0].message.content)`
}

const subscribe = () => () => {}

/** Where this page was served from, which is also where the API is. Empty while rendering on the server. */
function useOrigin(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.origin,
    () => '',
  )
}

type FirstStepsDone = { key: boolean; request: boolean; credit: boolean; playground: boolean }

/** Which of the first steps are done, as the account's own data say. Null until all of them are known. */
function useFirstSteps(): FirstStepsDone | null {
  const keys = useQuery(keyListQuery())
  const latest = useQuery(overviewRequestsQuery())
  const balance = useQuery(balanceQuery())
  const { usage } = useSpend()
  if (!keys.data || !latest.data || !balance.data || !usage) return null
  const { available, total_purchased, total_used } = balance.data
  return {
    key: keys.data.length > 0,
    request: latest.data.items.length > 0,
    credit: [available, total_purchased, total_used].some((amount) => (toNanos(amount) ?? 0n) > 0n),
    // A request without a key can only have come from the console.
    playground: usage.api_keys.some(({ api_key_id }) => api_key_id === null),
  }
}
