'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { TextAreaField } from '@/components/forms/text-area-field'
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
import { importScoresMutation } from '@/lib/benchmarks/queries'

const example = `{
  "source": { "name": "…", "url": "https://…", "licence": "CC BY 4.0", "date": "2026-11-01" },
  "results": [{ "model": "…", "category": "…", "metric": "…", "score": 71.5 }]
}`

/** Takes in scores of others. Without a source, an address, a licence and a date nothing is taken. */
export function ImportDialog() {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { take, forget, fault, isBusy } = useImport(() => {
    setOpen(false)
    setText('')
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        forget()
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
            Scores of others: whose they are, where they were published, under which licence and when.
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          <TextAreaField
            label="JSON"
            error={fault}
            rows={10}
            className="font-mono text-xs"
            placeholder={example}
            spellCheck={false}
            value={text}
            onChange={setText}
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" disabled={text.trim() === ''} loading={isBusy} onClick={() => take(text)}>
            Import
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

function useImport(onDone: () => void) {
  const [isUnreadable, setUnreadable] = useState(false)
  const importing = useMutation(importScoresMutation())
  function take(text: string): void {
    const content = parse(text)
    setUnreadable(content === undefined)
    if (content === undefined) return
    importing.mutate(content, {
      onSuccess: ({ imported }) => {
        toast.success(imported === 1 ? 'One score was imported' : `${imported} scores were imported`)
        onDone()
      },
    })
  }
  function forget(): void {
    importing.reset()
    setUnreadable(false)
  }
  const fault = isUnreadable ? 'This is not JSON.' : importing.error?.message
  return { take, forget, fault, isBusy: importing.isPending }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
