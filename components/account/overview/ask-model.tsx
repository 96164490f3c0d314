'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { NativeSelect } from '@/components/forms/native-controls'
import { useNoCredit } from '@/components/money/billing/no-credit'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { modelListQuery } from '@/lib/catalog/models/queries'
import { callApi } from '@/lib/client/api-client'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { apiPaths, paths } from '@/lib/client/paths'
import { balanceKey } from '@/lib/money/orders/queries'
import { usageKey } from '@/lib/money/usage/queries'

const Answer = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string().nullable() }) })]),
  usage: z.object({ total_tokens: z.number(), cost: z.number() }),
})

const MOST_TOKENS = 200

/** Asks a model without a key; shows the response and its cost. */
export function AskModel({ onAsked }: { onAsked: () => void }) {
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
        body: { model, max_tokens: MOST_TOKENS, messages: [{ role: 'user', content: question }] },
        reply: Answer,
      }),
    onSuccess: () => {
      onAsked()
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
        <Button type="submit" loading={ask.isPending} disabled={model === undefined || hasNoCredit}>
          Send
        </Button>
      </div>
      <div aria-live="polite" className="text-sm">
        {hasNoCredit && <p className="text-muted">Add credit to send a request.</p>}
        {ask.error && <p className="text-danger-text">{ask.error.message}</p>}
        {ask.data && <Said answer={ask.data} />}
      </div>
    </form>
  )
}

function Said({ answer: { choices, usage } }: { answer: z.infer<typeof Answer> }) {
  return (
    <>
      <p dir="auto" className="line-clamp-6 break-words whitespace-pre-wrap text-ink">
        {choices[0].message.content}
      </p>
      <p className="figures mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
        <span>
          {formatMoney(usage.cost.toFixed(9), 'cost')} for {formatNumber(usage.total_tokens)} tokens
        </span>
        <Link href={paths.playground} className="text-accent-text underline underline-offset-3">
          Continue in the playground
        </Link>
      </p>
    </>
  )
}
