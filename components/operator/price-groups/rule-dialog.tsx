'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormProvider, type UseFormRegisterReturn, useController, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { RateFields } from '@/components/operator/models/price-form'
import { priceInShort, ratesOf } from '@/components/operator/models/price-lines'
import { notAnAmount, readRates, textsOf } from '@/components/operator/models/rate-texts'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { PriceGroup, PriceRule } from '@/lib/money/price-groups/schema'
import { operatorModelsQuery, operatorProvidersQuery } from '@/lib/operator/admin/catalog-queries'
import type { OperatorModelItem } from '@/lib/operator/admin/catalog-schema'
import { savePriceGroupMutation } from '@/lib/operator/admin/price-group-queries'
import { FactorText } from './group-dialog'

type RuleDialogProps = {
  group: PriceGroup
  /** The rule to edit; its number is `group.rules.length` for a new one. Undefined: closed. */
  index: number | undefined
  onClose: () => void
}

export function RuleDialog({ group, index, onClose }: RuleDialogProps) {
  const models = useQuery(operatorModelsQuery())
  return (
    <FormWindow open={index !== undefined} onClose={onClose}>
      {index !== undefined && models.data && (
        <RuleForm group={group} index={index} models={models.data} onDone={onClose} />
      )}
    </FormWindow>
  )
}

const Moment = z.string().transform((text) => (text === '' ? null : new Date(text).toISOString()))
const Id = z
  .string()
  .trim()
  .transform((text) => text || null)

const modalityOf = (models: readonly OperatorModelItem[], id: string) =>
  models.find((model) => model.id === id.trim())?.modality ?? 'chat'

/** The form as typed → a rule, with issues at its fields. */
function ruleForm(models: readonly OperatorModelItem[], before: PriceRule | undefined) {
  return z
    .object({
      model: z.string().trim(),
      provider: Id,
      kind: z.enum(['factor', 'rates']),
      factor: z.string(),
      rates: z.array(z.string()),
      from: Moment,
      until: Moment,
    })
    .transform(({ kind, factor: typed, rates, model, ...fields }, { addIssue }): PriceRule => {
      const rule = { ...fields, model: model || null, factor: null, pricing: null }
      const refuse = (path: (string | number)[], message: string) => {
        addIssue({ code: 'custom', path, message })
        return rule
      }
      if (kind === 'factor') {
        const factor = FactorText.safeParse(typed)
        return factor.success
          ? { ...rule, factor: factor.data }
          : refuse(['factor'], 'Enter a factor, such as 0.8.')
      }
      if (model === '') return refuse(['model'], 'Choose the model that has these rates.')
      const names = ratesOf[modalityOf(models, model)]
      const read = readRates(rates, names, before?.pricing)
      if ('pricing' in read) return { ...rule, pricing: read.pricing }
      return refuse(['rates', names.indexOf(read.wrong)], notAnAmount(read.wrong).message)
    })
}

type RuleFormProps = {
  group: PriceGroup
  index: number
  models: readonly OperatorModelItem[]
  onDone: () => void
}

function useRuleForm({ group, index, models, onDone }: RuleFormProps) {
  const save = useMutation(savePriceGroupMutation())
  const rule = group.rules[index]
  const modality = modalityOf(models, rule?.model ?? '')
  return useApiForm({
    schema: ruleForm(models, rule),
    defaultValues: {
      model: rule?.model ?? '',
      provider: rule?.provider ?? '',
      kind: rule?.pricing ? 'rates' : 'factor',
      factor: rule?.factor == null ? '' : String(rule.factor),
      rates: textsOf(rule?.pricing, ratesOf[modality]),
      from: toLocal(rule?.from),
      until: toLocal(rule?.until),
    },
    send: async (changed) => {
      const { id, name, volume } = group
      await save.mutateAsync({ id, name, volume, rules: group.rules.toSpliced(index, 1, changed) })
      onDone()
    },
  })
}

/** A moment as the value of a `datetime-local` field in the reader's time zone. */
function toLocal(moment: string | null | undefined): string {
  if (!moment) return ''
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function RuleForm(props: RuleFormProps) {
  const { group, index, models, onDone } = props
  const providers = useQuery(operatorProvidersQuery())
  const form = useRuleForm(props)
  const { register, control, formState } = form
  const { field: kind } = useController({ control, name: 'kind' })
  const model = useWatch({ control, name: 'model' })
  const known = models.find(({ id }) => id === model.trim())
  const { errors } = formState
  return (
    <DialogForm
      form={form}
      title={index < group.rules.length ? 'Edit rule' : 'Add a rule'}
      description="The most specific active rule applies: by model and provider, by model, by provider, then the rest."
      action="Save"
      onCancel={onDone}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Scope
          label="Model"
          hint={known?.pricing ? `${known.name}: ${priceInShort(known.pricing)}` : 'All models if empty.'}
          options={models}
          registration={register('model')}
          error={errors.model?.message}
        />
        <Scope
          label="Provider"
          hint="All providers if empty."
          options={providers.data ?? []}
          registration={register('provider')}
          error={errors.provider?.message}
        />
      </div>
      <ToggleGroup
        type="single"
        aria-label="Price"
        value={kind.value}
        onValueChange={(choice) => choice && kind.onChange(choice)}
      >
        <ToggleGroupItem value="factor">Factor</ToggleGroupItem>
        <ToggleGroupItem value="rates">Own rates</ToggleGroupItem>
      </ToggleGroup>
      {kind.value === 'factor' ? (
        <FormText
          label="Factor"
          hint="Multiplies every rate: 0.8 is 20% less, 1.1 is 10% more."
          inputMode="decimal"
          className="figures sm:w-40"
          registration={register('factor')}
          error={errors.factor?.message}
        />
      ) : (
        <FormProvider {...form}>
          <RateFields modality={known?.modality ?? 'chat'} group="rates" />
        </FormProvider>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from', 'until'] as const).map((name) => (
          <FormText
            key={name}
            label={name === 'from' ? 'Active from' : 'Active until'}
            hint="In your time zone. Optional."
            type="datetime-local"
            className="figures"
            registration={register(name)}
            error={errors[name]?.message}
          />
        ))}
      </div>
    </DialogForm>
  )
}

type ScopeProps = {
  label: string
  hint: string
  options: readonly { id: string; name: string }[]
  registration: UseFormRegisterReturn
  error: string | undefined
}

/** The ID of what the rule is for, with suggestions. */
function Scope({ options, ...field }: ScopeProps) {
  const list = useId()
  return (
    <div>
      <FormText list={list} spellCheck={false} className="font-mono" {...field} />
      <datalist id={list}>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  )
}
