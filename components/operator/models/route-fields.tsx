'use client'

import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { OptionField } from '@/components/forms/option-select'
import { FormText, FormTextArea } from '@/components/forms/text-field'
import type { OwnRouteFields } from '@/lib/catalog/models/own-models-schema'
import { operatorProvidersQuery } from '@/lib/operator/admin/catalog-queries'

const tokenCount = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,8})?$/, 'This is a whole number of tokens, or empty.')
  .transform((text) => (text === '' ? null : Number(text)))

/** What a model, or a route of it, allows, as it is typed; empty: nothing is said. */
export const limitTexts = {
  context_length: tokenCount,
  max_output_tokens: tokenCount,
  supported_parameters: z.string().transform((text) => text.split(/[\s,]+/).filter((name) => name !== '')),
}
const LimitTexts = z.object(limitTexts)

export const noLimits = { context_length: null, max_output_tokens: null, supported_parameters: [] }

export function limitTextsOf(of: Omit<OwnRouteFields, 'upstream_id'> = noLimits): z.input<typeof LimitTexts> {
  return {
    context_length: String(of.context_length ?? ''),
    max_output_tokens: String(of.max_output_tokens ?? ''),
    supported_parameters: of.supported_parameters.join(', '),
  }
}

/** `otherwise`: what holds where the fields are empty. */
export function LimitFields({ otherwise }: { otherwise: string }) {
  const { register, formState } = useFormContext<z.input<typeof LimitTexts>>()
  const { errors } = formState
  const count = (name: 'context_length' | 'max_output_tokens', label: string) => (
    <FormText
      label={label}
      aside="In tokens"
      hint={`Empty: ${otherwise}.`}
      inputMode="numeric"
      className="figures"
      registration={register(name)}
      error={errors[name]?.message}
    />
  )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {count('context_length', 'Context')}
        {count('max_output_tokens', 'Longest answer')}
      </div>
      <FormTextArea
        label="Parameters that it takes"
        hint={`Names, such as tools, response_format. Empty: ${otherwise}.`}
        rows={2}
        spellCheck={false}
        className="font-mono"
        registration={register('supported_parameters')}
        error={errors.supported_parameters?.message}
      />
    </>
  )
}

export const upstreamName = z.string().trim().min(1, 'The provider’s own name for it is needed.').max(300)

export function UpstreamField() {
  const { register, formState } = useFormContext<{ upstream_id: string }>()
  return (
    <FormText
      label="Name there"
      hint="The provider’s own id of the model."
      autoComplete="off"
      spellCheck={false}
      className="font-mono"
      registration={register('upstream_id')}
      error={formState.errors.upstream_id?.message}
    />
  )
}

export const providerTexts = {
  provider_id: z.string().min(1, 'Choose who serves it.'),
  upstream_id: upstreamName,
}

/** Whom a new route is to, and what the model is called there. */
export function ProviderFields({ without = [] }: { without?: readonly string[] }) {
  const { control } = useFormContext<{ provider_id: string }>()
  const { field, fieldState } = useController({ control, name: 'provider_id' })
  const { data = [] } = useQuery(operatorProvidersQuery())
  const offered = data.filter(
    ({ id, adapter, withdrawn_at }) =>
      adapter !== 'sandbox' && withdrawn_at === null && !without.includes(id),
  )
  const options = offered.map(({ id, name, is_configured }) => ({
    value: id,
    label: is_configured ? name : `${name} (not connected)`,
  }))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <OptionField
        label="Provider"
        placeholder="Choose a provider"
        options={options}
        value={field.value}
        onValueChange={field.onChange}
        error={fieldState.error?.message}
      />
      <UpstreamField />
    </div>
  )
}
