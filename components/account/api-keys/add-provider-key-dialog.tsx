'use client'

import { useMutation } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, FormWindow, useApiForm } from '@/components/forms/api-form'
import { SwitchRow } from '@/components/forms/choice'
import { OptionField } from '@/components/forms/option-select'
import { FormSecret } from '@/components/forms/text-field'
import { toast } from '@/components/ui/toast'
import { type OwnKeyList, type OwnKeyRecord, ProviderKeyText } from '@/lib/catalog/credentials/schema'
import { addOwnKeyMutation } from '@/lib/catalog/models/queries'

const Fields = z.object({ provider: z.string(), key: ProviderKeyText, allow_fallback: z.boolean() })

type AddProviderKeyProps = {
  open: boolean
  providers: OwnKeyList['providers']
  onDone: () => void
  onAdded: (added: OwnKeyRecord) => void
}

/** Adds the customer's key for a provider. */
export function AddProviderKeyDialog({ open, ...form }: AddProviderKeyProps) {
  return (
    <FormWindow open={open} onClose={form.onDone}>
      <AddForm {...form} />
    </FormWindow>
  )
}

function AddForm({ providers, onDone, onAdded }: Omit<AddProviderKeyProps, 'open'>) {
  const add = useMutation(addOwnKeyMutation())
  const { register, control, submit, formState } = useApiForm({
    schema: Fields,
    defaultValues: { provider: providers[0]?.id ?? '', key: '', allow_fallback: false },
    send: async (fields) => {
      const added = await add.mutateAsync(fields)
      toast.success(`${added.provider.name} key added`)
      onDone()
      onAdded(added)
    },
  })
  const { field: provider } = useController({ control, name: 'provider' })
  const { field: fallback } = useController({ control, name: 'allow_fallback' })
  const { errors } = formState
  return (
    <DialogForm
      form={{ submit, formState }}
      title="Add a provider key"
      description="Used for your requests only. Tried first for every model this provider serves."
      action="Add key"
      onCancel={onDone}
    >
      <OptionField
        label="Provider"
        options={providers.map(({ id, name }) => ({ value: id, label: name }))}
        value={provider.value}
        onValueChange={provider.onChange}
        error={errors.provider?.message}
      />
      <FormSecret label="API key" registration={register('key')} error={errors.key?.message} />
      <SwitchRow
        label="Fall back when this key fails"
        hint="Requests continue without it, at the full price."
        checked={fallback.value}
        onCheckedChange={fallback.onChange}
      />
    </DialogForm>
  )
}
