'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { videoSeconds } from '@/components/catalog/price'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { Modality } from '@/lib/catalog/schema'
import { sentenceOf } from '@/lib/client/sentence-of'
import { addPriceMutation } from '@/lib/operators/catalog-queries'
import type { OperatorRoute } from '@/lib/operators/catalog-schema'
import { type RateTexts, readPrice, textsOf } from './price-form'
import { isSecond, type RateName, rates, ratesOf, secondRates } from './price-lines'

type PriceDialogProps = {
  route: OperatorRoute
  modality: Modality
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function PriceDialog({ route, modality, open, onOpenChange }: PriceDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        <PriceFields route={route} modality={modality} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

type PriceFieldsProps = { route: OperatorRoute; modality: Modality; onDone: () => void }

function PriceFields({ route, modality, onDone }: PriceFieldsProps) {
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

type StartFieldProps = {
  /** As the box has it; null: now. */
  value: string | null
  onChange: (value: string | null) => void
}

/** From when a price holds. */
function StartField({ value, onChange }: StartFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <ToggleGroup
        type="single"
        aria-label="When"
        value={value === null ? 'now' : 'later'}
        onValueChange={(choice) => choice && onChange(choice === 'now' ? null : '')}
      >
        <ToggleGroupItem value="now">From now on</ToggleGroupItem>
        <ToggleGroupItem value="later">From a later moment</ToggleGroupItem>
      </ToggleGroup>
      {value !== null && (
        <Field label="Holds from" hint="In your own time zone. Nodes use it within half a minute.">
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              className="figures sm:w-60"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
    </div>
  )
}

type RateFieldsProps = {
  modality: Modality
  texts: RateTexts
  wrong: RateName | null
  onChange: (texts: RateTexts) => void
}

/** A box for each rate. Those by the second of video stand together: one line a resolution, without sound and with it. */
function RateFields({ modality, texts, wrong, onChange }: RateFieldsProps) {
  const names = ratesOf[modality]
  const field = (name: RateName, label: string, hint?: string) => (
    <RateField
      key={name}
      label={label}
      hint={hint}
      value={texts[name] ?? ''}
      isWrong={wrong === name}
      onChange={(value) => onChange({ ...texts, [name]: value })}
    />
  )
  const seconds = names.filter(isSecond)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {names
          .filter((name) => !isSecond(name))
          .map((name) => field(name, rates[name].label, `USD ${rates[name].unit}`))}
      </div>
      {seconds.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="text-sm font-medium text-ink">By the second</legend>
          <p className="mb-3 text-xs text-faint">
            USD per second of video. Leave out what the model does not make.
          </p>
          <div className="grid grid-cols-2 gap-x-4 gap-y-3">
            {seconds.map((name) => field(name, nameOf(secondRates[name])))}
          </div>
        </fieldset>
      )}
    </>
  )
}

const nameOf = (second: string) => videoSeconds.find(({ rate }) => rate === second)?.name ?? second

type RateFieldProps = {
  label: string
  hint: string | undefined
  value: string
  isWrong: boolean
  onChange: (value: string) => void
}

function RateField({ label, hint, value, isWrong, onChange }: RateFieldProps) {
  return (
    <Field label={label} hint={hint} error={isWrong ? 'Must be an amount such as 0.15.' : undefined}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          placeholder="None"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
