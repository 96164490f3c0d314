'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import {
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { setDefaultModelsMutation, updateKeyMutation } from '@/lib/api-keys/queries'
import type { ApiKeyRecord } from '@/lib/api-keys/schema'
import { EditKeySections } from './edit-key-sections'
import { type KeyForm, keyFormSchema, toKeyForm } from './key-form'
import { toDefaultModels, toUpdateRequest } from './key-form-request'
import { showKeyFormError } from './show-key-form-error'

type EditKeyFormProps = { apiKey: ApiKeyRecord; onDone: () => void }

export function EditKeyForm({ apiKey, onDone }: EditKeyFormProps) {
  const before = toKeyForm(apiKey)
  const form = useForm<KeyForm>({
    resolver: zodResolver(keyFormSchema(before.expiryDate)),
    defaultValues: before,
  })
  const update = useMutation(updateKeyMutation())
  const setDefaults = useMutation(setDefaultModelsMutation())
  const submit = form.handleSubmit(async (values) => {
    try {
      const changes = toUpdateRequest(apiKey, values)
      const models = toDefaultModels(apiKey, values)
      if (Object.keys(changes).length > 0) await update.mutateAsync({ id: apiKey.id, changes })
      if (models) await setDefaults.mutateAsync({ id: apiKey.id, models })
      toast.success('Key saved', { description: values.name })
      onDone()
    } catch (error) {
      if (error instanceof Error) showKeyFormError(error, form.setError)
    }
  })
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
        <DialogHeader className="border-b border-line">
          <DialogTitle dir="auto" className="truncate text-left" title={apiKey.name}>
            {apiKey.name}
          </DialogTitle>
          <DialogDescription className="font-mono text-xs">
            {apiKey.key_prefix}…{apiKey.last4}
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="gap-0 p-0">
          <EditKeySections />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onDone}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            loading={form.formState.isSubmitting}
            disabled={!form.formState.isDirty}
          >
            Save
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  )
}
