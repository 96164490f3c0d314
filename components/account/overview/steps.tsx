'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { NativeSelect } from '@/components/forms/native-controls'
import { useNoCredit } from '@/components/money/billing/no-credit'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Input } from '@/components/ui/input'
import { modelListQuery } from '@/lib/catalog/models/queries'
import { callApi, type Shape } from '@/lib/client/api-client'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { apiPaths, paths } from '@/lib/client/paths'
import { balanceKey } from '@/lib/money/orders/queries'
import { usageKey } from '@/lib/money/usage/queries'

export type FirstStepsDone = { credit: boolean; playground: boolean; request: boolean }

export function Steps({ done }: { done: FirstStepsDone }) {
  return (
    <ol className="divide-y divide-border lg:grid lg:grid-cols-3 lg:divide-x lg:divide-y-0">
      <Step title="Add credit" done={done.credit}>
        <p>Requests are paid for with credit.</p>
        {!done.credit && (
          <Button variant="outline" asChild size="sm">
            <Link href={paths.billing}>Add credit</Link>
          </Button>
        )}
      </Step>
      <Step title="Ask a model here" done={done.playground}>
        <p>No key or code needed.</p>
        <AskModel />
      </Step>
      <Step title="Connect your app" done={done.request}>
        <p>Code for curl, SDKs and coding agents, with a key in it. Done when your first request arrives.</p>
        <Button variant="default" asChild size="sm">
          <Link href={paths.connect}>Connect</Link>
        </Button>
      </Step>
    </ol>
  )
}

type StepProps = { title: string; done: boolean; children: ReactNode }

function Step({ title, done, children }: StepProps) {
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
        <div className="flex flex-col items-start gap-2 text-xs text-faint-foreground">{children}</div>
      </div>
    </li>
  )
}

type Answer = {
  choices: [{ message: { content: string | null } }]
  usage: { total_tokens: number; cost: number }
}
const answer: Shape<z.ZodType<Answer>> = { typed: true }

const MAX_TOKENS = 200

/** Asks a model without a key; shows the response and its cost. */
function AskModel() {
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
        reply: answer,
      }),
    onSuccess: () => {
      for (const queryKey of [balanceKey, usageKey]) void client.invalidateQueries({ queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (model !== undefined && question.trim() !== '' && !ask.isPending) ask.mutate()
  }
  return (
    <form aria-label="Ask a model" onSubmit={submit} className="flex w-full flex-col gap-2">
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

function AnswerText({ answer: { choices, usage } }: { answer: Answer }) {
  return (
    <>
      <p dir="auto" className="line-clamp-6 break-words whitespace-pre-wrap text-foreground">
        {choices[0].message.content}
      </p>
      <p className="figures mt-1 flex flex-wrap gap-x-2 text-xs text-muted-foreground">
        <span>
          {formatMoney(usage.cost.toFixed(9), 'sum')} for {formatNumber(usage.total_tokens)} tokens
        </span>
        <Link href={paths.playground} className="text-brand-text underline underline-offset-3">
          Continue in the playground
        </Link>
      </p>
    </>
  )
}
