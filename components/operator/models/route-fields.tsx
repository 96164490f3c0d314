'use client'

import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { OptionField } from '@/components/forms/option-select'
import { FormText, FormTextArea } from '@/components/forms/text-field'
import type { RouteInput } from '@/lib/catalog/models/edit-models-schema'
import { operatorProvidersQuery } from '@/lib/operator/admin/catalog-queries'

const tokenCount = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,8})?$/, 'Enter a whole number of tokens, or leave it empty.')
  .transform((text) => (text === '' ? null : Number(text)))

/** The limits of a model or route as form text; empty where there is none. */
export const limitTexts = {
  context_length: tokenCount,
  max_output_tokens: tokenCount,
  supported_parameters: z.string().transform((text) => text.split(/[\s,]+/).filter((name) => name !== '')),
}
const LimitTexts = z.object(limitTexts)

export const noLimits = { context_length: null, max_output_tokens: null, supported_parameters: [] }

export function limitTextsOf(of: Omit<RouteInput, 'upstream_id'> = noLimits): z.input<typeof LimitTexts> {
  return {
    context_length: String(of.context_length ?? ''),
    max_output_tokens: String(of.max_output_tokens ?? ''),
    supported_parameters: of.supported_parameters.join(', '),
  }
}

/** `fallback`: what applies while a field is empty. */
export function LimitFields({ fallback }: { fallback: string }) {
  const { register, formState } = useFormContext<z.input<typeof LimitTexts>>()
  const { errors } = formState
  const count = (name: 'context_length' | 'max_output_tokens', label: string) => (
    <FormText
      label={label}
      aside="Tokens"
      hint={`${fallback} if empty.`}
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
        {count('max_output_tokens', 'Max output')}
      </div>
      <FormTextArea
        label="Supported parameters"
        hint={`Comma-separated, such as tools, response_format. ${fallback} if empty.`}
        rows={2}
        spellCheck={false}
        className="font-mono"
        registration={register('supported_parameters')}
        error={errors.supported_parameters?.message}
      />
    </>
  )
}

export const upstreamName = z.string().trim().min(1, 'Enter the provider’s model ID.').max(300)

export function UpstreamField() {
  const { register, formState } = useFormContext<{ upstream_id: string }>()
  return (
    <FormText
      label="Provider’s model ID"
      hint="What the provider calls the model."
      autoComplete="off"
      spellCheck={false}
      className="font-mono"
      registration={register('upstream_id')}
      error={formState.errors.upstream_id?.message}
    />
  )
}

export const providerTexts = {
  provider_id: z.string().min(1, 'Choose a provider.'),
  upstream_id: upstreamName,
}

/** The provider of a new route, and its ID for the model. */
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
