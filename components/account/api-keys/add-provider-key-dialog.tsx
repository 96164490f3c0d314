'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { KeyFields } from '@/components/catalog/models/key-fields'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { OptionField } from '@/components/forms/option-select'
import { SwitchRow } from '@/components/forms/switch-row'
import { useApiForm } from '@/components/forms/use-api-form'
import { toast } from '@/components/ui/toast'
import { emptyKey, keyInputOf, type OwnKeyList, type OwnKeyRecord } from '@/lib/catalog/credentials/schema'
import { addOwnKeyMutation } from '@/lib/catalog/models/queries'

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
  const [id, setId] = useState(providers[0]?.id ?? '')
  const formOf = (provider: string) => providers.find((one) => one.id === provider)?.key_form ?? null
  const keyForm = formOf(id)
  const { register, control, submit, formState, getFieldState, resetField } = useApiForm({
    schema: z.object({ provider: z.string(), key: keyInputOf(keyForm), allow_fallback: z.boolean() }),
    defaultValues: { provider: id, key: emptyKey(keyForm), allow_fallback: false },
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
        onValueChange={(next) => {
          provider.onChange(next)
          setId(next)
          resetField('key', { defaultValue: emptyKey(formOf(next)) })
        }}
        error={errors.provider?.message}
      />
      <KeyFields
        key={keyForm}
        form={keyForm}
        label="API key"
        register={register}
        errorOf={(path) => getFieldState(path, formState).error?.message}
      />
      <SwitchRow
        label="Fall back when this key fails"
        hint="Requests continue without it, at the full price."
        checked={fallback.value}
        onCheckedChange={fallback.onChange}
      />
    </DialogForm>
  )
}
