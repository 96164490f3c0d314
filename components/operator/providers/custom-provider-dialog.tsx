'use client'

import { useMutation } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { Choice } from '@/components/forms/choice'
import { OptionField } from '@/components/forms/option-select'
import { FormSecret, FormText, FormTextArea } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { apiTypeNames } from '@/components/operator/catalog-controls'
import { toast } from '@/components/ui/toast'
import { ProviderKeyText } from '@/lib/catalog/credentials/schema'
import { ProviderKind } from '@/lib/catalog/models/schema'
import { addProviderMutation, changeProviderMutation } from '@/lib/operator/admin/catalog-queries'
import type { OperatorProvider } from '@/lib/operator/admin/catalog-schema'

const kinds = ProviderKind.options.map((value) => ({ value, label: apiTypeNames[value] }))

type CustomProviderDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Left out to add one. */
  provider?: OperatorProvider | undefined
  onAdded?: ((provider: OperatorProvider) => void) | undefined
}

/** Adds or edits a custom provider: its base URL, API type, key and headers. */
export function CustomProviderDialog({ open, onOpenChange, provider, onAdded }: CustomProviderDialogProps) {
  const onDone = () => onOpenChange(false)
  return (
    <FormWindow open={open} onClose={onDone}>
      <CustomProviderForm provider={provider} onAdded={onAdded} onDone={onDone} />
    </FormWindow>
  )
}

const LINE = /^([^\s:]+):\s*(.+)$/

/** One header per line: `X-Tenant: acme`. Undefined where nothing was typed. */
const HeaderLines = z.string().transform((text, context) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => LINE.exec(line.trim()))
  const wrong = pairs.indexOf(null)
  if (wrong >= 0) {
    context.addIssue({ code: 'custom', message: `Line ${wrong + 1} must be a name, a colon and a value.` })
    return z.NEVER
  }
  const names = pairs.map((pair) => pair?.[1]?.toLowerCase())
  const again = names.findIndex((name, index) => names.indexOf(name) < index)
  if (again >= 0) {
    context.addIssue({ code: 'custom', message: `Line ${again + 1} repeats a header.` })
    return z.NEVER
  }
  if (lines.length === 0) return undefined
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1] ?? '', pair[2] ?? '']] : [])))
})

const Fields = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'The name must be at most 80 characters.'),
  kind: ProviderKind,
  base_url: z.string().trim().min(1, 'Enter a base URL, such as https://api.example.com/v1.'),
  key: z.union([z.literal('').transform(() => undefined), ProviderKeyText]),
  headers: HeaderLines,
  drops_headers: z.boolean(),
  private_network: z.boolean(),
})

type CustomProviderFormProps = Pick<CustomProviderDialogProps, 'provider' | 'onAdded'> & {
  onDone: () => void
}

function useCustomProvider({ provider, onAdded, onDone }: CustomProviderFormProps) {
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
      private_network: provider?.private_network ?? false,
    },
    send: async ({ key, drops_headers, headers: written, ...fields }) => {
      const headers = written ?? (drops_headers ? {} : undefined)
      if (provider) {
        await change.mutateAsync({ id: provider.id, ...fields, headers })
        toast.success(`${fields.name} updated`)
      } else onAdded?.(await add.mutateAsync({ ...fields, key, headers }))
      onDone()
    },
  })
}

function CustomProviderForm(props: CustomProviderFormProps) {
  const { provider, onDone } = props
  const form = useCustomProvider(props)
  const { register, control, formState } = form
  const { errors } = formState
  const { field: kind } = useController({ control, name: 'kind' })
  const { field: drops } = useController({ control, name: 'drops_headers' })
  const { field: isOwn } = useController({ control, name: 'private_network' })
  const stored = provider?.headers ?? []
  return (
    <DialogForm
      form={form}
      title={provider ? `Edit ${provider.name}` : 'Add a provider'}
      description={
        provider
          ? 'Changes apply immediately.'
          : 'Any service with one of these APIs: a vendor, a proxy or your own server.'
      }
      action={provider ? 'Save' : 'Add provider'}
      onCancel={onDone}
    >
      <FormText
        label="Name"
        autoComplete="off"
        registration={register('name')}
        error={errors.name?.message}
        {...(!provider && { hint: 'The ID is derived from the name and can’t be changed.' })}
      />
      <OptionField label="API type" options={kinds} value={kind.value} onValueChange={kind.onChange} />
      <FormText
        label="Base URL"
        hint="Including the path prefix, such as https://api.example.com/v1."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        registration={register('base_url')}
        error={errors.base_url?.message}
      />
      <Choice
        label="On this machine or in my network"
        hint="Opens this host for this provider only, also without https."
        checked={isOwn.value}
        onCheckedChange={isOwn.onChange}
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
          stored.length > 0
            ? `Current headers: ${stored.join(', ')}. New headers replace all of them.`
            : 'One per line, such as X-Tenant: acme. Values are encrypted and never shown again.'
        }
        rows={2}
        spellCheck={false}
        className="font-mono"
        registration={register('headers')}
        error={errors.headers?.message}
      />
      {stored.length > 0 && (
        <Choice label="Remove all headers" checked={drops.value} onCheckedChange={drops.onChange} />
      )}
    </DialogForm>
  )
}
