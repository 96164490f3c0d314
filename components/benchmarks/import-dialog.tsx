'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { importScoresMutation } from '@/lib/benchmarks/queries'

const example = `{
  "source": { "name": "…", "url": "https://…", "licence": "CC BY 4.0", "date": "2026-11-01" },
  "results": [{ "model": "…", "category": "…", "metric": "…", "score": 71.5 }]
}`

/** Takes in scores of others. Without a source, an address, a licence and a date nothing is taken. */
export function ImportDialog() {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const importing = useMutation(importScoresMutation())
  const submit = () => {
    setFault(null)
    const content = parse(text)
    if (content === undefined) {
      setFault('This is not JSON.')
      return
    }
    importing.mutate(content, {
      onSuccess: ({ imported }) => {
        toast.success(imported === 1 ? 'One score was imported' : `${imported} scores were imported`)
        setOpen(false)
        setText('')
      },
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        importing.reset()
        setFault(null)
        setOpen(next)
      }}
    >
      <DialogTrigger asChild>
        <Button>Import scores</Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Import scores</DialogTitle>
          <DialogDescription>
            Figures of others, with whose they are, where they stand, under which licence and of which day.
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          <Field label="JSON" error={fault ?? importing.error?.message}>
            {(control) => (
              <Textarea
                {...control}
                rows={10}
                className="font-mono text-xs"
                placeholder={example}
                spellCheck={false}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button
            variant="primary"
            disabled={text.trim() === ''}
            loading={importing.isPending}
            onClick={submit}
          >
            Import
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
