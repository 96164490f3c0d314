'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, type ReactNode, useState } from 'react'
import { z } from 'zod'
import { setUps } from '@/components/account/clients/set-ups'
import { NativeSelect } from '@/components/forms/native-controls'
import { useNoCredit } from '@/components/money/billing/no-credit'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { highlight } from '@/components/ui/highlight'
import { Input } from '@/components/ui/input'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { whenOpened } from '@/components/ui/when-opened'
import { modelListQuery } from '@/lib/catalog/models/queries'
import { callApi } from '@/lib/client/api-client'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { apiPaths, paths } from '@/lib/client/paths'
import { balanceKey } from '@/lib/money/orders/queries'
import { usageKey } from '@/lib/money/usage/queries'

const CreateKeyDialog = whenOpened(
  () => import('@/components/account/api-keys/key-dialogs').then((module) => module.CreateKeyDialog),
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
      <ol className="divide-y divide-border lg:border-r lg:border-border">
        <CreditStep done={done?.credit ?? false} />
        <Step title="Ask a model here" done={done?.playground ?? false}>
          No key or code needed.
          <AskModel onAnswer={onUse} />
        </Step>
        <Step
          title="Create a key"
          done={done?.key ?? false}
          action={
            <Button size="sm" variant={done?.key ? 'outline' : 'default'} onClick={create}>
              Create key
            </Button>
          }
        >
          {secret === null ? 'Your program sends it with every request.' : 'Already in the code.'}
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
        <Button variant="outline" asChild size="sm">
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
          done ? 'border-success-border bg-success-soft text-success-text' : 'border-input',
        )}
      >
        {done && <Check className="size-3" aria-hidden="true" />}
        <span className="sr-only">{done ? 'Done' : 'To do'}</span>
      </span>
      <div className="min-w-0 flex-1">
        <h3 className={cn('text-sm leading-6 font-medium', done && 'text-muted-foreground')}>{title}</h3>
        <div className="text-xs text-faint-foreground">{children}</div>
      </div>
      {!done && action}
    </li>
  )
}

/** Placeholder until a key is created here. */
const NO_KEY = 'YOUR_API_KEY'

/** Shown characters of a key. Copied code has all of it. */
const SHOWN_CHARACTERS = 14

/** A first request from each client, with this server's URL, an available model and the new key. */
function ClientCode({ secret }: { secret: string | null }) {
  const { origin } = window.location
  const { data } = useQuery(modelListQuery())
  const [active, setActive] = useState<string>('curl')
  const model = data?.data.find(({ modality }) => modality === 'chat')?.id ?? 'sandbox/chat'
  const key = secret ?? NO_KEY
  const shownKey = secret === null ? NO_KEY : `${secret.slice(0, SHOWN_CHARACTERS)}…`
  const chosen = setUps.find(({ id }) => id === active)
  return (
    <Tabs
      value={active}
      onValueChange={setActive}
      className="flex min-w-0 flex-col bg-muted max-lg:rounded-b-lg max-lg:border-t max-lg:border-border lg:rounded-br-lg"
    >
      <p className="flex h-11 items-center gap-2 border-b border-border pr-1.5 pl-4 text-sm text-muted-foreground">
        Base URL
        <code className="min-w-0 truncate font-mono text-xs text-foreground">{origin}/v1</code>
        <CopyButton value={`${origin}/v1`} what="base URL" className="ml-auto" />
      </p>
      <div className="relative border-b border-border pr-12">
        <TabsList aria-label="Client" className="px-4 shadow-none">
          {setUps.map(({ id, label }) => (
            <TabsTrigger key={id} value={id}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <CopyButton
          value={chosen?.write({ origin, key, model }) ?? ''}
          what="code"
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
        />
      </div>
      {setUps.map(({ id, language, write }) => (
        <TabsContent key={id} value={id} tabIndex={-1}>
          <ScrollRegion>
            <pre className="w-max min-w-full p-4 font-mono text-[0.8125rem] leading-[1.375rem]">
              <code>{highlight(write({ origin, key: shownKey, model }), language)}</code>
            </pre>
          </ScrollRegion>
        </TabsContent>
      ))}
    </Tabs>
  )
}

const Answer = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string().nullable() }) })]),
  usage: z.object({ total_tokens: z.number(), cost: z.number() }),
})

const MAX_TOKENS = 200

/** Asks a model without a key; shows the response and its cost. */
function AskModel({ onAnswer }: { onAnswer: () => void }) {
  const client = useQueryClient()
  const { data } = useQuery(modelListQuery())
  const models = data?.data.filter(({ modality }) => modality === 'chat') ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [question, setQuestion] = useState('What is a portico?')
  const model = chosen ?? models[0]?.id
  const hasNoCredit = useNoCredit()
  const ask = useMutation({
    mutationFn: () =>
      callApi(apiPaths.chatCompletions, {
        method: 'POST',
        body: { model, max_tokens: MAX_TOKENS, messages: [{ role: 'user', content: question }] },
        reply: Answer,
      }),
    onSuccess: () => {
      onAnswer()
      for (const queryKey of [balanceKey, usageKey]) void client.invalidateQueries({ queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (model !== undefined && question.trim() !== '' && !ask.isPending) ask.mutate()
  }
  return (
    <form aria-label="Ask a model" onSubmit={submit} className="mt-2 flex flex-col gap-2">
      <NativeSelect aria-label="Model" value={model ?? ''} onChange={({ target }) => setChosen(target.value)}>
        {models.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <div className="flex gap-2">
        <Input
          aria-label="Question"
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
          className="min-w-0 flex-1"
        />
        <Button
          variant="outline"
          type="submit"
          loading={ask.isPending}
          disabled={model === undefined || hasNoCredit}
        >
          Send
        </Button>
      </div>
      <div aria-live="polite" className="text-sm">
        {hasNoCredit && <p className="text-muted-foreground">Add credit to send a request.</p>}
        {ask.error && <p className="text-destructive-text">{ask.error.message}</p>}
        {ask.data && <AnswerText answer={ask.data} />}
      </div>
    </form>
  )
}

function AnswerText({ answer: { choices, usage } }: { answer: z.infer<typeof Answer> }) {
  return (
    <>
      <p dir="auto" className="line-clamp-6 break-words whitespace-pre-wrap text-foreground">
        {choices[0].message.content}
      </p>
      <p className="figures mt-1 flex flex-wrap gap-x-2 text-xs text-muted-foreground">
        <span>
          {formatMoney(usage.cost.toFixed(9), 'cost')} for {formatNumber(usage.total_tokens)} tokens
        </span>
        <Link href={paths.playground} className="text-brand-text underline underline-offset-3">
          Continue in the playground
        </Link>
      </p>
    </>
  )
}
