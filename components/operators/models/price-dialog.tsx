'use client'

import { useMutation } from '@tanstack/react-query'
import { type FieldErrors, type UseFormRegister, useController } from 'react-hook-form'
import { videoSeconds } from '@/components/catalog/price'
import { SubmitFooter, useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { Modality } from '@/lib/catalog/schema'
import type { OperatorRoute } from '@/lib/operators/catalog-schema'
import { addPriceMutation } from '@/lib/operators/queries'
import { priceForm, textsOf } from './price-form'
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

type Fields = { rates: string[]; when: 'now' | 'later'; start: string }

function PriceFields({ route, modality, onDone }: PriceFieldsProps) {
  const [latest] = route.prices
  const add = useMutation(addPriceMutation())
  const { register, control, submit, formState } = useApiForm({
    schema: priceForm(modality, latest),
    defaultValues: { rates: textsOf(latest, modality), when: 'now', start: '' },
    send: async (price) => {
      await add.mutateAsync({ routeId: route.id, price })
      toast.success(price.valid_from === null ? 'The new price is in force' : 'The new price is scheduled')
      onDone()
    },
  })
  const { errors, isSubmitting } = formState
  const { field: when } = useController({ control, name: 'when' })
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>New price at {route.provider_name}</DialogTitle>
        <DialogDescription>
          A new version. Bills of before keep theirs, and from now on the catalog’s files no longer set it.
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <RateFields modality={modality} register={register} errors={errors} />
        <div className="flex flex-col gap-3">
          <ToggleGroup
            type="single"
            aria-label="When"
            value={when.value}
            onValueChange={(choice) => choice && when.onChange(choice)}
          >
            <ToggleGroupItem value="now">From now on</ToggleGroupItem>
            <ToggleGroupItem value="later">From a later moment</ToggleGroupItem>
          </ToggleGroup>
          {when.value === 'later' && (
            <FormText
              label="Holds from"
              hint="In your own time zone. Nodes use it within half a minute."
              registration={register('start')}
              error={errors.start?.message}
              type="datetime-local"
              className="figures sm:w-60"
            />
          )}
        </div>
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      </DialogBody>
      <SubmitFooter onCancel={onDone} loading={isSubmitting}>
        {when.value === 'now' ? 'Set price' : 'Schedule price'}
      </SubmitFooter>
    </form>
  )
}

type RateFieldsProps = {
  modality: Modality
  register: UseFormRegister<Fields>
  errors: FieldErrors<Fields>
}

/** A box for each rate. Those by the second of video stand together: one line a resolution, without sound and with it. */
function RateFields({ modality, register, errors }: RateFieldsProps) {
  const names = ratesOf[modality]
  const field = (name: RateName, label: string, hint?: string) => {
    const index = names.indexOf(name)
    return (
      <FormText
        key={name}
        label={label}
        hint={hint}
        registration={register(`rates.${index}`)}
        error={errors.rates?.[index]?.message}
        inputMode="decimal"
        autoComplete="off"
        className="figures"
        placeholder="None"
      />
    )
  }
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
