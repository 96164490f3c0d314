'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import type { Modality } from '@/lib/catalog/schema'
import { sentenceOf } from '@/lib/client/format/text'
import type { OperatorRoute } from '@/lib/operators/catalog-schema'
import { addPriceMutation } from '@/lib/operators/queries'
import { type RateTexts, readPrice, textsOf } from './price-form'
import type { RateName } from './price-lines'
import { RateFields } from './rate-fields'
import { StartField } from './start-field'

type PriceFieldsProps = { route: OperatorRoute; modality: Modality; onDone: () => void }

export function PriceFields({ route, modality, onDone }: PriceFieldsProps) {
  const [latest] = route.prices
  const [texts, setTexts] = useState<RateTexts>(() => textsOf(latest, modality))
  const [wrong, setWrong] = useState<RateName | null>(null)
  const [start, setStart] = useState<string | null>(null)
  const add = useMutation(addPriceMutation())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readPrice(texts, modality, latest)
    setWrong('wrong' in read ? read.wrong : null)
    if ('wrong' in read) return
    const valid_from = start === null ? null : toInstant(start)
    add.mutate(
      { routeId: route.id, price: { pricing: read.pricing, valid_from } },
      {
        onSuccess: () => {
          toast.success(start === null ? 'The new price is in force' : 'The new price is scheduled')
          onDone()
        },
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>New price at {route.provider_name}</DialogTitle>
        <DialogDescription>
          A new version. Bills of before keep theirs, and from now on the catalog’s files no longer set it.
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <RateFields modality={modality} texts={texts} wrong={wrong} onChange={setTexts} />
        <StartField value={start} onChange={setStart} />
        {add.error && <Alert tone="danger">{sentenceOf(add.error)}</Alert>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={start !== null && toInstant(start) === null}
          loading={add.isPending}
        >
          {start === null ? 'Set price' : 'Schedule price'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** The moment that a box for date and time stands for, in the reader's own zone; null while it is none. */
function toInstant(text: string): string | null {
  const moment = new Date(text)
  return text === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}
