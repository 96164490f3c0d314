'use client'

import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { sentenceOf } from '@/lib/client/format/text'
import type { LinkList } from '@/lib/operator/settings/schema'

type Link = z.infer<typeof LinkList>[number]
type Row = Link & { id: number }

/** A few links, each a label and an address; saved together. */
export function LinksField({
  links,
  save,
}: {
  links: readonly Link[]
  save: (links: Link[]) => Promise<unknown>
}) {
  const errorId = useId()
  const [rows, setRows] = useState<readonly Row[]>(() => links.map((link, id) => ({ ...link, id })))
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const set = (id: number, change: Partial<Link>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...change } : row)))
  const add = () => setRows([...rows, { id: (rows.at(-1)?.id ?? 0) + 1, label: '', url: '' }])
  const isChanged = JSON.stringify(rows.map(plain)) !== JSON.stringify(links)
  async function submit() {
    setSaving(true)
    setError(null)
    await save(rows.map(plain)).catch((reason: unknown) =>
      setError(reason instanceof Error ? sentenceOf(reason) : String(reason)),
    )
    setSaving(false)
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {rows.map(({ id, label, url }, index) => (
        <div key={id} className="flex min-w-0 items-center gap-2">
          <Input
            aria-label={`Label of link ${index + 1}`}
            placeholder="Terms"
            className="w-28 shrink-0"
            value={label}
            onChange={(event) => set(id, { label: event.target.value })}
          />
          <Input
            aria-label={`Address of link ${index + 1}`}
            type="url"
            placeholder="https://example.com/terms"
            value={url}
            aria-describedby={error ? errorId : undefined}
            onChange={(event) => set(id, { url: event.target.value })}
          />
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove link ${index + 1}`}
            onClick={() => setRows(rows.filter((row) => row.id !== id))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      {error && (
        <p id={errorId} role="alert" className="text-xs break-words text-danger-text">
          {error}
        </p>
      )}
      <div className="flex gap-2">
        <Button size="sm" onClick={add}>
          <Plus aria-hidden="true" />
          Add link
        </Button>
        <Button type="submit" size="sm" disabled={!isChanged} loading={isSaving}>
          Save links
        </Button>
      </div>
    </form>
  )
}

function plain({ label, url }: Link): Link {
  return { label: label.trim(), url: url.trim() }
}
