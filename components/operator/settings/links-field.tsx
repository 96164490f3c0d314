'use client'

import { useMutation } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { createId } from '@/lib/client/create-id'
import { sentenceOf } from '@/lib/client/format/text'
import type { SettingValue } from '@/lib/operator/settings/schema'

type LinksFieldProps = {
  links: { label: string; url: string }[]
  /** Rejects with what the API found wrong. */
  save: (links: SettingValue) => Promise<unknown>
}

/** A list of links, each with a label and a URL, saved together. Part of the page, so it does without the code of our forms. */
export function LinksField({ links, save }: LinksFieldProps) {
  const errorId = useId()
  const [rows, setRows] = useState(() => links.map((link) => ({ ...link, id: createId('link') })))
  const { mutate, error, isPending } = useMutation({ mutationFn: save })
  const change = (at: number, part: Partial<(typeof rows)[number]>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  const typed = rows.map(({ label, url }) => ({ label: label.trim(), url: url.trim() }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(typed)
  }
  return (
    <form noValidate className="flex flex-col gap-2" onSubmit={submit}>
      {rows.map(({ id, label, url }, index) => (
        <div key={id} className="flex min-w-0 items-center gap-2">
          <Input
            aria-label={`Label of link ${index + 1}`}
            placeholder="Terms"
            className="w-28 shrink-0"
            value={label}
            onChange={(event) => change(index, { label: event.target.value })}
          />
          <Input
            aria-label={`URL of link ${index + 1}`}
            type="url"
            placeholder="https://example.com/terms"
            aria-describedby={error ? errorId : undefined}
            value={url}
            onChange={(event) => change(index, { url: event.target.value })}
          />
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove link ${index + 1}`}
            onClick={() => setRows(rows.toSpliced(index, 1))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      {error && (
        <p id={errorId} role="alert" className="text-xs break-words text-destructive-text">
          {sentenceOf(error)}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          onClick={() => setRows([...rows, { id: createId('link'), label: '', url: '' }])}
        >
          <Plus aria-hidden="true" />
          Add link
        </Button>
        <Button
          variant="outline"
          type="submit"
          size="sm"
          disabled={JSON.stringify(typed) === JSON.stringify(links)}
          loading={isPending}
        >
          Save links
        </Button>
      </div>
    </form>
  )
}
