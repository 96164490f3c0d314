'use client'

import { useMutation } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, FormWindow, useApiForm } from '@/components/forms/api-form'
import { Choice } from '@/components/forms/choice'
import { OptionField } from '@/components/forms/option-select'
import { FormSecret, FormText, FormTextArea } from '@/components/forms/text-field'
import { toast } from '@/components/ui/toast'
import { ProviderKeyText } from '@/lib/catalog/credentials/schema'
import { ProviderKind } from '@/lib/catalog/models/schema'
import { addProviderMutation, changeProviderMutation } from '@/lib/operator/admin/catalog-queries'
import type { OperatorProvider } from '@/lib/operator/admin/providers-schema'

export const kindNames: Record<ProviderKind, string> = {
  'openai-compatible': 'OpenAI’s API',
  anthropic: 'Anthropic’s API',
  google: 'Google’s Gemini API',
  fal: 'fal’s API',
  replicate: 'Replicate’s API',
  ark: 'Ark’s API (Volcengine, BytePlus)',
}
const kinds = ProviderKind.options.map((value) => ({ value, label: kindNames[value] }))

type OwnProviderDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Left out: a new one. */
  provider?: OperatorProvider | undefined
  onAdded?: ((provider: OperatorProvider) => void) | undefined
}

/** A provider of the operator's own: where it is, what it speaks, and what it is sent. */
export function OwnProviderDialog({ open, onOpenChange, provider, onAdded }: OwnProviderDialogProps) {
  const onDone = () => onOpenChange(false)
  return (
    <FormWindow open={open} onClose={onDone}>
      <OwnProviderForm provider={provider} onAdded={onAdded} onDone={onDone} />
    </FormWindow>
  )
}

const LINE = /^([^\s:]+):\s*(.+)$/

/** A line each: `X-Tenant: acme`. Undefined: none were written. */
const HeaderLines = z.string().transform((text, context) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => LINE.exec(line.trim()))
  const wrong = pairs.indexOf(null)
  if (wrong >= 0) {
    context.addIssue({ code: 'custom', message: `Line ${wrong + 1} is not a name, a colon and a value.` })
    return z.NEVER
  }
  const names = pairs.map((pair) => pair?.[1]?.toLowerCase())
  const again = names.findIndex((name, index) => names.indexOf(name) < index)
  if (again >= 0) {
    context.addIssue({ code: 'custom', message: `Line ${again + 1} names a header that has a line already.` })
    return z.NEVER
  }
  if (lines.length === 0) return undefined
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1] ?? '', pair[2] ?? '']] : [])))
})

const Fields = z.object({
  name: z.string().trim().min(1, 'A name is needed.').max(80, 'The name has at most 80 characters.'),
  kind: ProviderKind,
  base_url: z.string().trim().min(1, 'An address is needed, such as https://api.example.com/v1.'),
  key: z.union([z.literal('').transform(() => undefined), ProviderKeyText]),
  headers: HeaderLines,
  drops_headers: z.boolean(),
})

type OwnProviderFormProps = Pick<OwnProviderDialogProps, 'provider' | 'onAdded'> & { onDone: () => void }

function useOwnProvider({ provider, onAdded, onDone }: OwnProviderFormProps) {
  const add = useMutation(addProviderMutation())
  const change = useMutation(changeProviderMutation())
  return useApiForm({
    schema: Fields,
    fieldOf: { id: 'name' },
    defaultValues: {
      name: provider?.name ?? '',
      kind: provider?.kind ?? 'openai-compatible',
      base_url: provider?.base_url ?? '',
      key: '',
      headers: '',
      drops_headers: false,
    },
    send: async ({ key, drops_headers, headers: written, ...fields }) => {
      const headers = written ?? (drops_headers ? {} : undefined)
      if (provider) {
        await change.mutateAsync({ id: provider.id, ...fields, headers })
        toast.success(`${fields.name} is changed`)
      } else onAdded?.(await add.mutateAsync({ ...fields, key, headers }))
      onDone()
    },
  })
}

function OwnProviderForm(props: OwnProviderFormProps) {
  const { provider, onDone } = props
  const form = useOwnProvider(props)
  const { register, control, formState } = form
  const { errors } = formState
  const { field: kind } = useController({ control, name: 'kind' })
  const { field: drops } = useController({ control, name: 'drops_headers' })
  const kept = provider?.headers ?? []
  return (
    <DialogForm
      form={form}
      title={provider ? `Change ${provider.name}` : 'Add a provider'}
      description={
        provider
          ? 'In force at once, on every node.'
          : 'Any service that speaks one of these APIs: a vendor, a proxy, a server of your own.'
      }
      action={provider ? 'Save' : 'Add provider'}
      onCancel={onDone}
    >
      <FormText
        label="Name"
        autoComplete="off"
        registration={register('name')}
        error={errors.name?.message}
        {...(!provider && { hint: 'Its id is made of it, and stays.' })}
      />
      <OptionField label="Speaks" options={kinds} value={kind.value} onValueChange={kind.onChange} />
      <FormText
        label="Base address"
        hint="With its whole prefix, such as https://api.example.com/v1. Hosts of your own network need OUTBOUND_ALLOW."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        registration={register('base_url')}
        error={errors.base_url?.message}
      />
      {!provider && (
        <FormSecret
          label="API key"
          aside="Optional"
          registration={register('key')}
          error={errors.key?.message}
        />
      )}
      <FormTextArea
        label="Headers"
        aside="Optional"
        hint={
          kept.length > 0
            ? `Sent now: ${kept.join(', ')}. What is written here takes the place of all of them.`
            : 'One a line, such as X-Tenant: acme. Values are kept sealed and never shown again.'
        }
        rows={2}
        spellCheck={false}
        className="font-mono"
        registration={register('headers')}
        error={errors.headers?.message}
      />
      {kept.length > 0 && (
        <Choice label="Send no headers any more" checked={drops.value} onCheckedChange={drops.onChange} />
      )}
    </DialogForm>
  )
}
