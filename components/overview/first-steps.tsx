'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { CreateKeyDialog } from '@/components/api-keys/create-key-dialog'
import { useOrigin } from '@/components/data/use-origin'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { CodeBlock } from '@/components/ui/code-block'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { keyListQuery } from '@/lib/api-keys/queries'
import { balanceQuery } from '@/lib/billing/queries'
import { modelListQuery } from '@/lib/catalog/queries'
import { toNanos } from '@/lib/client/format/money'
import { apiPaths, paths } from '@/lib/client/paths'
import { latestRequestsQuery } from '@/lib/usage/queries'

/** What a new customer does first; gone once a key has been made and a request sent. */
export function FirstSteps() {
  const keys = useQuery(keyListQuery())
  const latest = useQuery(latestRequestsQuery(8))
  const [creating, setCreating] = useState(false)
  const hasKey = (keys.data?.length ?? 0) > 0
  const hasRequest = (latest.data?.items.length ?? 0) > 0
  const known = keys.data && latest.data
  if (!creating && (!known || (hasKey && hasRequest))) return null
  return (
    <Panel>
      <PanelHeader title="First steps" />
      <EmptyBalance />
      <ol className="divide-y divide-line">
        <Step
          number={1}
          title="Create a key"
          done={hasKey}
          action={
            <Button variant={hasKey ? 'secondary' : 'primary'} onClick={() => setCreating(true)}>
              Create key
            </Button>
          }
        >
          A secret that your program sends along. It can be limited in money, models, speed and time.
        </Step>
        <Step number={2} title="Send a request" done={hasRequest} below={<FirstRequest />}>
          Any client that speaks OpenAI’s chat completions works: change its base URL and its key.
        </Step>
        <Step
          number={3}
          title="Or talk to a model here"
          done={false}
          action={
            <Button asChild>
              <Link href={paths.playground}>
                Playground
                <ArrowRight aria-hidden="true" />
              </Link>
            </Button>
          }
        >
          The playground needs no key. It shows what each answer took and what it cost.
        </Step>
      </ol>
      <CreateKeyDialog open={creating} onOpenChange={setCreating} />
    </Panel>
  )
}

/** Said before the first request is refused for it. */
function EmptyBalance() {
  const { data } = useQuery(balanceQuery())
  if (!data || (toNanos(data.available) ?? 0n) > 0n) return null
  return (
    <div className="border-b border-line p-4">
      <Alert tone="warning" title="The balance is empty">
        Until it has credit, requests are refused with the code{' '}
        <code className="font-mono text-xs">insufficient_quota</code>.
      </Alert>
    </div>
  )
}

function FirstRequest() {
  const origin = useOrigin()
  const { data } = useQuery(modelListQuery())
  const model = data?.data.find(({ modality }) => modality === 'chat')?.id ?? 'sandbox/chat'
  const code = `curl ${origin}${apiPaths.chatCompletions} \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello"}]}'`
  return <CodeBlock code={code} language="bash" />
}

type StepProps = {
  number: number
  title: string
  done: boolean
  action?: ReactNode
  below?: ReactNode
  children: ReactNode
}

function Step({ number, title, done, action, below, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 gap-y-3 p-4">
      <span
        className={cn(
          'figures grid size-6 place-items-center rounded-full border text-xs font-medium',
          done ? 'border-success-line bg-success-soft text-success-text' : 'border-line-strong text-muted',
        )}
      >
        {done ? <Check className="size-3.5" aria-label="Done" /> : number}
      </span>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-lg min-w-0">
          <h3 className="leading-6 font-medium">{title}</h3>
          <p className="text-sm text-muted">{children}</p>
        </div>
        {action}
      </div>
      {below && <div className="col-start-2 max-sm:col-span-2 max-sm:col-start-1">{below}</div>}
    </li>
  )
}
