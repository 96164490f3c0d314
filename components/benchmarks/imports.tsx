'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TextAreaField } from '@/components/forms/text-field'
import { formatUtcDay } from '@/components/site/format-utc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { importScoresMutation, importsQuery, withdrawScoresMutation } from '@/lib/benchmarks/queries'
import type { ImportedCategory } from '@/lib/benchmarks/schema'

const example = `{
  "source": { "name": "…", "url": "https://…", "licence": "CC BY 4.0", "date": "2026-11-01" },
  "results": [{ "model": "…", "category": "…", "metric": "…", "score": 71.5 }]
}`

/** Scores of others: whose they are, where they were published, under which licence and when; and the way to withdraw them. */
export function Imports() {
  const { data } = useQuery(importsQuery)
  const [text, setText] = useState('')
  const importing = useMutation(importScoresMutation)
  return (
    <Panel>
      <PanelHeader title="Imported scores" />
      <ul aria-label="Imported scores" className="divide-y divide-line border-b border-line empty:hidden">
        {data?.data.map((one) => (
          <ImportedLine key={one.category} imported={one} />
        ))}
      </ul>
      <PanelBody className="flex flex-col gap-3">
        <TextAreaField
          label="Scores of others, as JSON"
          error={importing.error?.message}
          rows={5}
          className="font-mono text-xs"
          placeholder={example}
          spellCheck={false}
          value={text}
          onChange={setText}
        />
        <Button
          className="self-start"
          disabled={text.trim() === ''}
          loading={importing.isPending}
          onClick={() => importing.mutate(text, { onSuccess: () => setText('') })}
        >
          Import
        </Button>
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
