'use client'

import { Check } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { whenOpened } from '@/components/ui/when-opened'
import { paths } from '@/lib/client/paths'
import { AskModel } from './ask-model'
import { ClientCode } from './client-code'

const CreateKeyDialog = whenOpened(
  () => import('@/components/account/api-keys/create-key-dialog').then((module) => module.CreateKeyDialog),
  ({ open }) => open,
)

export type FirstStepsDone = { key: boolean; request: boolean; credit: boolean; playground: boolean }

type StepsProps = { done: FirstStepsDone | null; onUse: () => void }

/** The steps at the left, code for a first request at the right. */
export function Steps({ done, onUse }: StepsProps) {
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const create = () => {
    onUse()
    setCreating(true)
  }
  return (
    <div className="lg:grid lg:grid-cols-[22rem_minmax(0,1fr)]">
      <ol className="divide-y divide-line lg:border-r lg:border-line">
        <CreditStep done={done?.credit ?? false} />
        <Step title="Ask a model here" done={done?.playground ?? false}>
          No key or code needed.
          <AskModel onAsked={onUse} />
        </Step>
        <Step
          title="Create a key"
          done={done?.key ?? false}
          action={
            <Button size="sm" variant={done?.key ? 'secondary' : 'primary'} onClick={create}>
              Create key
            </Button>
          }
        >
          {secret === null ? 'Your program sends it with every request.' : 'Filled in in the code.'}
        </Step>
        <Step title="Make the first call" done={done?.request ?? false}>
          Use any OpenAI or Anthropic client: change its base URL and API key.
        </Step>
      </ol>
      <ClientCode secret={secret} />
      <CreateKeyDialog open={creating} onOpenChange={setCreating} onCreated={({ key }) => setSecret(key)} />
    </div>
  )
}

function CreditStep({ done }: { done: boolean }) {
  return (
    <Step
      title="Add credit"
      done={done}
      action={
        <Button asChild size="sm">
          <Link href={paths.billing}>Add credit</Link>
        </Button>
      }
    >
      Requests are paid for with credit.
    </Step>
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
        <div className="text-xs text-faint">{children}</div>
      </div>
      {!done && action}
    </li>
  )
}
