'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatUtcDay } from '@/components/site/format-utc'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Textarea } from '@/components/ui/textarea'
import { ConfirmDialog } from '@/components/ui/when-opened'
import { importScoresMutation, importsQuery, withdrawScoresMutation } from '@/lib/benchmarks/queries'
import type { ImportedCategory } from '@/lib/benchmarks/schema'

const example = `{
  "source": { "name": "…", "url": "https://…", "licence": "CC BY 4.0", "date": "2026-11-01" },
  "results": [{ "model": "…", "category": "…", "metric": "…", "score": 71.5 }]
}`

/** What is wrong with a text as scores; what they say, the server reads. */
function problemIn(text: string): string | undefined {
  if (text.trim() === '') return 'Paste the scores first.'
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return 'The scores must be valid JSON.'
  }
}

/** Scores of others: whose they are, where they were published, under which licence and when; and the way to withdraw them. */
export function Imports() {
  const { data } = useQuery(importsQuery)
  const [json, setJson] = useState('')
  const [problem, setProblem] = useState<string>()
  const importing = useMutation(importScoresMutation)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemIn(json)
    setProblem(found)
    if (found === undefined) importing.mutate(json, { onSuccess: () => setJson('') })
  }
  return (
    <Panel>
      <PanelHeader title="Imported scores" />
      <ul aria-label="Imported scores" className="divide-y divide-line border-b border-line empty:hidden">
        {data?.data.map((one) => (
          <ImportedLine key={one.category} imported={one} />
        ))}
      </ul>
      <PanelBody>
        <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
          <Field label="Scores of others, as JSON" error={problem ?? importing.error?.message}>
            {(control) => (
              <Textarea
                {...control}
                value={json}
                onChange={(event) => setJson(event.target.value)}
                rows={5}
                className="font-mono text-xs"
                placeholder={example}
                spellCheck={false}
              />
            )}
          </Field>
          <Button type="submit" className="self-start" loading={importing.isPending}>
            Import
          </Button>
        </form>
      </PanelBody>
    </Panel>
  )
}

function ImportedLine({ imported }: { imported: ImportedCategory }) {
  const { category, metric, source, source_url: url, licence, scores, as_of: asOf } = imported
  const withdraw = useMutation(withdrawScoresMutation)
  const [asking, setAsking] = useState(false)
  const counted = `${scores} ${scores === 1 ? 'score' : 'scores'}`
  return (
    <li className="flex items-center gap-4 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{category}</p>
        <p className="text-xs break-words text-muted">
          {counted} in {metric}, from{' '}
          <a href={url} rel="noreferrer" className="underline underline-offset-2 hover:text-ink">
            {source}
          </a>{' '}
          ({licence}), {formatUtcDay(asOf)}
        </p>
      </div>
      <Button variant="danger-quiet" size="sm" onClick={() => setAsking(true)}>
        Withdraw<span className="sr-only"> {category}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Withdraw ${category}?`}
        description={`${counted} of ${source} will leave the rankings. The audit log keeps what they said.`}
        confirmLabel="Withdraw"
        danger
        loading={withdraw.isPending}
        error={withdraw.error?.message}
        onConfirm={() => withdraw.mutate(category)}
      />
    </li>
  )
}
