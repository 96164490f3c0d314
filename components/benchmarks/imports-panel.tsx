'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { formatUtcDay } from '@/components/site/format-utc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Panel, PanelHeader } from '@/components/ui/panel'
import type { ImportedCategory } from '@/lib/benchmarks/import-schema'
import { importsQuery, withdrawScoresMutation } from '@/lib/benchmarks/queries'
import { formatNumber } from '@/lib/client/format/number'

/** Figures of others, each with whose it is, and the way to take them back. Nothing where there are none. */
export function ImportsPanel() {
  const { data } = useQuery(importsQuery())
  if (data === undefined || data.data.length === 0) return null
  return (
    <Panel>
      <PanelHeader title="Imported scores" />
      <ul aria-label="Imported scores" className="divide-y divide-line">
        {data.data.map((one) => (
          <ImportedLine key={one.category} imported={one} />
        ))}
      </ul>
    </Panel>
  )
}

function ImportedLine({ imported }: { imported: ImportedCategory }) {
  const { category, metric, source, source_url: url, licence, scores, as_of: asOf } = imported
  const withdraw = useMutation(withdrawScoresMutation())
  const [asking, setAsking] = useState(false)
  const counted = `${formatNumber(scores)} ${scores === 1 ? 'score' : 'scores'}`
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
        onOpenChange={(open) => {
          withdraw.reset()
          setAsking(open)
        }}
        title={`Withdraw ${category}?`}
        description={`${counted} of ${source} ${scores === 1 ? 'leaves' : 'leave'} the rankings. The audit log keeps what they said.`}
        confirmLabel="Withdraw"
        danger
        loading={withdraw.isPending}
        error={withdraw.error?.message}
        onConfirm={() =>
          withdraw.mutate(category, { onSuccess: () => toast.success(`${category} was withdrawn`) })
        }
      />
    </li>
  )
}
